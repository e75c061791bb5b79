import { messages } from '../expect-problem.ts';
import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes } from '../requests.ts';
import { acceptedWrites, post, problem, sameResponse, writes } from '../rows.ts';

const wrongType = problem(400, messages.contentType);

/** Content types that POST and PUT accept. The others presuppose the first. */
const accepted: readonly (readonly [name: string, clause: string, value: string])[] = [
  ['charset', 'SPEC 4.5.1', 'application/json; charset=utf-8'],
  ['charset-without-space', 'SPEC 4.5.1', 'application/json;charset=UTF-8'],
  ['upper-case', 'D16', 'Application/JSON'],
  ['space-before-semicolon', 'D16', 'application/json ; charset=utf-8'],
  ['parameter-malformed', 'D16', 'application/json; charset'],
  ['parameter-quoted-comma-space', 'D16', 'application/json; profile="a, b"'],
];

/** Content types that POST and PUT refuse. */
const refused: readonly (readonly [name: string, clause: string, value: string])[] = [
  ['text-plain', 'SPEC 4.5.1', 'text/plain'],
  ['form', 'SPEC 4.5.1', 'application/x-www-form-urlencoded'],
  ['text-json', 'SPEC 4.5.1', 'text/json'],
  ['suffix', 'SPEC 4.5.1', 'application/geo+json'],
  ['json-patch', 'SPEC 4.5.1', 'application/json-patch+json'],
  ['empty', 'D16', ''],
  ['comma-other', 'D16', 'application/json, text/plain'],
];

const twice = [0, 1].map(() => ['Content-Type', 'application/json'] as const);
const gzipped = [
  ['Content-Type', 'application/json'],
  ['Content-Encoding', 'gzip'],
] as const;

/** `{}`, compressed. */
const gzip = () => bytes([31, 139, 8, 0, 0, 0, 0, 0, 0, 3, 171, 174, 5, 0, 67, 191, 166, 163, 2, 0, 0, 0]);

/** SPEC 4.5.1, D16 and D17: the content type of a write. */
export const contentType: readonly HttpCase[] = [
  ...accepted.flatMap(([name, clause, value]) => {
    const title = `A POST and a PUT with the content type ${JSON.stringify(value)} are stored.`;
    return acceptedWrites(
      clause,
      [[`content-type-accepted-${name}`, title, writes(second, [['Content-Type', value]]), second]],
      name === 'charset' || name === 'upper-case' ? {} : { presupposes: ['content-type-accepted-charset'] },
    );
  }),
  ...refused.flatMap(([name, clause, value]) => {
    const title = `A POST and a PUT with the content type ${JSON.stringify(value)} are 400 and change nothing.`;
    const request = writes(second, [['Content-Type', value]]);
    return sameResponse(clause, wrongType, [[`content-type-refused-${name}`, title, request]]);
  }),
  ...sameResponse(
    'SPEC 4.5.1',
    wrongType,
    [
      [
        'content-type-refused-absent',
        'A POST of text/plain creates nothing.',
        post(first, [['Content-Type', 'text/plain']]),
      ],
    ],
    { before: undefined, after: null },
  ),
  ...sameResponse('D16', wrongType, [
    [
      'content-type-refused-repeated',
      'A POST and a PUT with two content types are 400, even if both are JSON.',
      writes(second, twice),
    ],
  ]),
  ...acceptedWrites('D17', [
    [
      'content-encoding-plain',
      'Content-Encoding is ignored: plain JSON announced as gzip is stored.',
      writes(second, gzipped),
      second,
    ],
  ]),
  ...sameResponse('D17', problem(400, messages.bodyInvalid), [
    ['content-encoding-gzip', 'A body in gzip is not decoded, and is 400.', writes(gzip, gzipped)],
  ]),
];
