import { messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes, jsonType } from '../requests.ts';
import {
  acceptedBodies,
  acceptedWrites,
  problem,
  refusedBodies,
  row,
  sameResponse,
  writes,
} from '../rows.ts';

const mark = '\u{feff}';
const rest = '","coordinates":{"latitude":1,"longitude":2}}';
const accented = `{"description":"é${rest}`;
const missing = problem(400, messages.bodyMissing);

/** Returns a Location with these bytes in its description. */
function broken(wrong: readonly number[]): () => Uint8Array {
  return () => bytes('{"description":"a', wrong, rest);
}

/** UTF-16, little-endian, with a byte order mark. */
function utf16(text: string): Uint8Array {
  return bytes(
    [0xff, 0xfe],
    [...text].flatMap((character) => [character.charCodeAt(0), 0]),
  );
}

/** SPEC 4.4 and 4.5.3, D19, D23 and D24: missing bodies, and their encoding. */
export const body: readonly HttpCase[] = [
  ...sameResponse('SPEC 4.5.3', missing, [
    ['body-empty', 'A POST and a PUT with a body of no bytes are 400: the body is missing.', writes('')],
  ]),
  ...sameResponse('D19', missing, [
    [
      'body-none',
      'A POST and a PUT without a body are 400: the body is missing.',
      ['POST', 'PUT'].map((method) => row(method, '/<id>', undefined, jsonType)),
    ],
  ]),
  ...sameResponse('SPEC 4.4', missing, [
    [
      'body-query',
      'Parameters in the query are not a body.',
      writes('', jsonType, '/<id>?latitude=1&longitude=2'),
    ],
  ]),
  ...refusedBodies('SPEC 4.4', [
    ['body-form', 'Form parameters are not a body.', 'description=x&latitude=1&longitude=2'],
  ]),
  ...refusedBodies('D19', [
    ['body-space', 'A body of white space is present, and not valid.', ' \r\n'],
    ['body-bom', 'A byte order mark alone is a body, and not valid.', mark],
    ['body-null', 'null is a body, and not valid.', 'null'],
  ]),
  ...acceptedBodies('D23', [
    ['body-bom-before', 'A byte order mark before the JSON is dropped.', mark + second, second],
    [
      'body-bom-in-description',
      'A byte order mark in a description is kept.',
      `{"description":"${mark}a${rest}`,
    ],
  ]),
  ...refusedBodies('D23', [
    ['body-bom-twice', 'Only one byte order mark is dropped: a second is not valid.', mark + mark + first],
  ]),
  ...refusedBodies('D24', [
    ['body-utf16', 'A body in UTF-16 is 400.', () => utf16(first)],
    ['body-utf8-latin1', 'A Latin-1 letter is 400, and is not replaced.', broken([0xe9])],
    ['body-utf8-overlong', 'An overlong sequence of UTF-8 is 400.', broken([0xc0, 0xaf])],
    ['body-utf8-surrogate', 'A surrogate in UTF-8 is 400.', broken([0xed, 0xa0, 0x80])],
    ['body-utf8-cut-at-end', 'A character cut by the end of the body is 400.', () => bytes(first, [0xe2])],
  ]),
  ...acceptedWrites(
    'D16',
    [
      [
        'body-charset-parameter',
        'A charset of ISO-8859-1 in the content type changes nothing: the body is UTF-8.',
        writes(accented, [['Content-Type', 'application/json; charset=iso-8859-1']]),
        accented,
      ],
    ],
    { presupposes: ['content-type-accepted-charset'] },
  ),
];
