import { messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes, jsonType } from '../requests.ts';
import { acceptedBodies, invalid, problem, type Row, refusedBodies, row, rowCase, writes } from '../rows.ts';

const mark = '\u{feff}';
const rest = '","coordinates":{"latitude":1,"longitude":2}}';

const missing: readonly Row[] = [
  {
    id: 'body-empty',
    clause: 'SPEC 4.5.3',
    title: 'A POST and a PUT with a body of no bytes are 400: the body is missing.',
    before: first,
    request: writes(''),
    response: problem(400, messages.bodyMissing),
    after: first,
  },
  {
    id: 'body-none',
    clause: 'D19',
    title: 'A POST and a PUT without a body are 400: the body is missing.',
    before: first,
    request: [row('POST', '/<id>', undefined, jsonType), row('PUT', '/<id>', undefined, jsonType)],
    response: problem(400, messages.bodyMissing),
    after: first,
  },
  {
    id: 'body-form',
    clause: 'SPEC 4.4',
    title: 'A body is read as raw content: one of form parameters is 400.',
    before: first,
    request: writes('description=x&latitude=1&longitude=2'),
    response: invalid,
    after: first,
  },
  {
    id: 'body-query',
    clause: 'SPEC 4.4',
    title: 'Parameters in the query are not a body.',
    before: first,
    request: writes('', jsonType, '/<id>?latitude=1&longitude=2&description=x'),
    response: problem(400, messages.bodyMissing),
    after: first,
  },
];

const presentAndInvalid = refusedBodies([
  ['body-space', 'D19', 'A body of white space is present and not valid', ' \r\n'],
  ['body-bom', 'D19', 'A byte order mark alone is a body, and not valid', mark],
  ['body-null', 'D19', 'null is a body, and not valid', 'null'],
  [
    'body-bom-twice',
    'D23',
    'Only one byte order mark is dropped: a second is not valid',
    mark + mark + first,
  ],
  ['body-bom-behind', 'D23', 'A byte order mark after the JSON is not valid', first + mark],
  ['body-utf16', 'D24', 'UTF-16 is not valid', () => bytes([0xff, 0xfe], [...first].flatMap(wide))],
  ['body-utf8-latin1', 'D24', 'A Latin-1 letter is not valid, and is not replaced', broken([0xe9])],
  ['body-utf8-overlong', 'D24', 'An overlong sequence of UTF-8 is not valid', broken([0xc0, 0xaf])],
  ['body-utf8-surrogate', 'D24', 'A surrogate in UTF-8 is not valid', broken([0xed, 0xa0, 0x80])],
  [
    'body-utf8-cut-at-end',
    'D24',
    'A character cut by the end of the body is not valid',
    () => bytes(first, [0xe2]),
  ],
]);

const accepted = acceptedBodies([
  ['body-bom-before', 'D23', 'One byte order mark before the JSON is dropped', mark + second, second],
  [
    'body-bom-in-description',
    'D23',
    'A byte order mark in a description is kept',
    `{"description":"${mark}a${rest}`,
  ],
  [
    'body-white-space-around',
    'SPEC 4.5.6',
    'White space around the JSON is valid',
    ` \t\r\n${second}\r\n `,
    second,
  ],
]);

/** UTF-16, little-endian. */
function wide(character: string): number[] {
  return [character.charCodeAt(0), 0];
}

/** A Location with these bytes in its description. */
function broken(wrong: readonly number[]): () => Uint8Array {
  return () => bytes('{"description":"a', wrong, rest);
}

const charset: Row = {
  id: 'body-charset-parameter',
  clause: 'D16',
  title: 'A charset of ISO-8859-1 in the content type changes nothing: the body is UTF-8.',
  before: first,
  request: writes(`{"description":"é${rest}`, [['Content-Type', 'application/json; charset=iso-8859-1']]),
  response: 'success',
  after: `{"description":"é${rest}`,
  presupposes: ['content-type-accepted-charset'],
};

/** SPEC 4.4 and 4.5.3, D19, D23 and D24: missing bodies, and their encoding. */
export const body: readonly HttpCase[] = [...missing, ...presentAndInvalid, ...accepted, charset].map(
  rowCase,
);
