import type { HttpCase } from '../http-case.ts';
import { first, second } from '../records.ts';
import { bytes } from '../requests.ts';
import { acceptedBodies, refusedBodies } from '../rows.ts';

const limit = 4096;
const mark = '\u{feff}';
const mebibyte = 2 ** 20;

/** Returns a Location of exactly `length` characters, whose description repeats `filler`. */
function locationOf(length: number, filler = 'x'): string {
  const [start, end] = ['{"description":"', '","coordinates":{"latitude":1,"longitude":2}}'];
  return `${start}${filler.repeat(length - start.length - end.length)}${end}`;
}

/** The second Location and spaces, up to the limit. */
const full = second.padEnd(limit);
const lineEnds = second.replace('second', 'sécond').padStart(limit).replace('  ', '\r\n\r\n');
/** Descriptions of thousands of characters must be stored at all. */
const long = { presupposes: ['check-stored-whole'] };
const small = { options: { bodyLimit: 100 } };
const large = { options: { bodyLimit: 100_000 }, ...long };

/** SPEC 4.5.4 and section 8, D20 and D21: how much of a body is read. */
export const bodyLimit: readonly HttpCase[] = [
  ...acceptedBodies(
    'SPEC 4.5.4',
    [
      ['limit-exact-ascii', 'JSON of 4,096 characters is read whole.', locationOf(limit)],
      ['limit-exact-two-bytes', 'JSON of 4,096 characters of two bytes is whole.', locationOf(limit, 'é')],
    ],
    long,
  ),
  ...acceptedBodies('SPEC 4.5.4', [
    ['limit-behind-garbage', 'Garbage after 4,096 characters is not read.', `${full}}]garbage{"`, second],
  ]),
  ...refusedBodies('SPEC 4.5.4', [
    ['limit-over-ascii', 'JSON of 4,097 characters is cut, and 400.', locationOf(limit + 1)],
    [
      'limit-spaces-before',
      'White space before the JSON counts towards the limit.',
      ' '.repeat(limit) + first,
    ],
  ]),
  ...acceptedBodies(
    'D20',
    [['limit-exact-astral', 'JSON of 4,096 characters of four bytes is whole.', locationOf(limit, '😀')]],
    long,
  ),
  ...refusedBodies('D20', [
    ['limit-over-astral', 'JSON of 4,097 characters of four bytes is cut.', locationOf(limit + 1, '😀')],
    ['limit-line-ends', 'A line end of two characters counts as two.', lineEnds],
  ]),
  ...acceptedBodies('D21', [
    [
      'limit-behind-mebibyte',
      'A body with a mebibyte after the limit is not refused with 413.',
      full.padEnd(mebibyte, 'x'),
      second,
    ],
    [
      'limit-behind-invalid-utf8',
      'Invalid UTF-8 after the limit is not read.',
      () => bytes(full, [0xff]),
      second,
    ],
  ]),
  ...refusedBodies('D21', [
    ['limit-mebibyte', 'JSON of a mebibyte is cut, and 400 rather than 413.', locationOf(mebibyte)],
  ]),
  ...acceptedBodies(
    'D23',
    [
      [
        'limit-bom-not-counted',
        'A byte order mark before JSON of 4,096 characters does not count.',
        mark + locationOf(limit),
        locationOf(limit),
      ],
    ],
    long,
  ),
  ...acceptedBodies(
    'SPEC 8',
    [['limit-option-exact', 'With a limit of 100, JSON of that length is whole.', locationOf(100, '😀')]],
    small,
  ),
  ...refusedBodies(
    'SPEC 8',
    [['limit-option-over', 'With a limit of 100, JSON of 101 characters is cut.', locationOf(101)]],
    small,
  ),
  ...acceptedBodies(
    'SPEC 8',
    [
      [
        'limit-option-larger',
        'With a limit of 100,000, JSON of that length is whole.',
        locationOf(100_000, '€'),
      ],
    ],
    large,
  ),
];
