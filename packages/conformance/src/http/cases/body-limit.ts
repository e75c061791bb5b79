import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes } from '../requests.ts';
import { acceptedBodies, refusedBodies, rowCase } from '../rows.ts';

const limit = 4096;
const start = '{"description":"';
const end = '","coordinates":{"latitude":1,"longitude":2}}';
const mark = '\u{feff}';

/** A Location of exactly `length` code points, whose description repeats `filler`. */
function locationOf(length: number, filler = 'x'): string {
  return `${start}${filler.repeat(length - start.length - end.length)}${end}`;
}

/** The second Location and spaces, up to the limit. */
const full = second.padEnd(limit);
const mebibyte = 2 ** 20;
/** Descriptions of thousands of characters must be stored at all. */
const long = { presupposes: ['check-stored-whole'] };

const exact = acceptedBodies(
  [
    ['limit-exact-ascii', 'SPEC 4.5.4', 'JSON of 4,096 characters is read whole', locationOf(limit)],
    [
      'limit-exact-two-bytes',
      'D20',
      'JSON of 4,096 characters of two bytes is read whole',
      locationOf(limit, 'é'),
    ],
    [
      'limit-exact-astral',
      'D20',
      'JSON of 4,096 characters of four bytes is read whole',
      locationOf(limit, '😀'),
    ],
    [
      'limit-bom-not-counted',
      'D23',
      'A byte order mark before JSON of 4,096 characters does not count',
      mark + locationOf(limit),
      locationOf(limit),
    ],
  ],
  long,
);

const behind = acceptedBodies([
  [
    'limit-fits-at-end',
    'SPEC 4.5.4',
    'JSON that ends with the 4,096th character is whole',
    second.padStart(limit),
    second,
  ],
  [
    'limit-behind-garbage',
    'SPEC 4.5.4',
    'Garbage after 4,096 characters is not read',
    `${full}}]garbage{"`,
    second,
  ],
  [
    'limit-behind-mebibyte',
    'D21',
    'A mebibyte after 4,096 characters is not read: there is no 413',
    full.padEnd(mebibyte, 'x'),
    second,
  ],
  [
    'limit-behind-invalid-utf8',
    'D21',
    'Invalid UTF-8 after 4,096 characters is not read',
    () => bytes(full, [0xff]),
    second,
  ],
]);

const cut = refusedBodies([
  ['limit-over-ascii', 'SPEC 4.5.4', 'JSON of 4,097 characters is cut, and 400', locationOf(limit + 1)],
  [
    'limit-over-astral',
    'D20',
    'JSON of 4,097 characters of four bytes is cut, and 400',
    locationOf(limit + 1, '😀'),
  ],
  ['limit-mebibyte', 'D21', 'JSON of a mebibyte is cut, and 400 rather than 413', locationOf(mebibyte)],
  [
    'limit-spaces-before',
    'SPEC 4.5.4',
    'White space before JSON counts: 4,096 spaces leave nothing',
    ' '.repeat(limit) + first,
  ],
  [
    'limit-line-ends',
    'D20',
    'A line end of two characters counts as two',
    second.replace('second', 'sécond').padStart(limit).replace('  ', '\r\n\r\n'),
  ],
  [
    'limit-garbage-before',
    'SPEC 4.5.4',
    'Garbage as the 4,096th character is read, and 400',
    `${full.slice(1)}x`.padStart(limit),
  ],
  [
    'limit-invalid-utf8-before',
    'D24',
    'Invalid UTF-8 as the 4,096th character is 400',
    () => bytes(full.slice(0, -1), [0xff]),
  ],
]);

const small = { options: { bodyLimit: 100 } };

const options = [
  ...acceptedBodies(
    [
      [
        'limit-option-exact',
        'SPEC 8',
        'With a limit of 100, JSON of 100 characters is read whole',
        locationOf(100, '😀'),
      ],
      [
        'limit-option-behind',
        'SPEC 8',
        'With a limit of 100, what follows is not read',
        `${locationOf(100)}x`,
        locationOf(100),
      ],
    ],
    small,
  ),
  ...refusedBodies(
    [
      [
        'limit-option-over',
        'SPEC 8',
        'With a limit of 100, JSON of 101 characters is cut, and 400',
        locationOf(101),
      ],
    ],
    small,
  ),
  ...acceptedBodies(
    [
      [
        'limit-option-larger',
        'SPEC 8',
        'With a limit of 100,000, a body of that length is read whole',
        locationOf(100_000, '€'),
      ],
    ],
    { options: { bodyLimit: 100_000 }, ...long },
  ),
];

/** SPEC 4.5.4 and section 8, D20 and D21: how much of a body is read. */
export const bodyLimit: readonly HttpCase[] = [...exact, ...behind, ...cut, ...options].map(rowCase);
