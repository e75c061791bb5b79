import { expectNotReplaced, expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { first } from '../records.ts';
import { bytes, send } from '../requests.ts';
import type { ServiceOptions } from '../service.ts';
import { acceptedBody, refusedBody } from './body-cases.ts';

const limit = 4096;
const byteOrderMark = '\u{feff}';
const start = '{"description":"';
const end = '","coordinates":{"latitude":1,"longitude":2}}';

/** A Location of exactly `length` code points, whose description repeats `filler`. */
function locationOf(length: number, filler = 'x'): string {
  return `${start}${filler.repeat(length - start.length - end.length)}${end}`;
}

/** The first Location with spaces after it, `length` code points in all. */
function paddedTo(length: number): string {
  return first.padEnd(length);
}

const exact = [
  ['ascii', 'x', 'characters of one byte'],
  ['two-bytes', 'é', 'characters of two bytes'],
  ['three-bytes', '€', 'characters of three bytes'],
  ['astral', '😀', 'characters of four bytes and two UTF-16 units'],
] as const;

const oneMebibyte = 2 ** 20;
const wrongByte = [0xff] as const;

const overLimit: readonly (readonly [name: string, rule: string, after: string | readonly number[]])[] = [
  ['spaces', 'spaces', '   '],
  ['garbage', 'garbage', '}]garbage{"'],
  ['invalid-utf8', 'invalid UTF-8', wrongByte],
  ['cut-sequence', 'a cut UTF-8 sequence', [0xf0, 0x9f]],
  ['mebibyte-garbage', 'a mebibyte of garbage', 'x'.repeat(oneMebibyte)],
];

function withLimit(bodyLimit: number): { readonly options: ServiceOptions } {
  return { options: { bodyLimit } };
}

/** SPEC 4.5.4 and section 8: how much of a body is read. */
export const bodyLimit: readonly HttpCase[] = [
  ...exact.flatMap(([name, filler, rule]) => [
    acceptedBody(
      `limit-exact-${name}`,
      'D20',
      `4096 ${rule} are read.`,
      locationOf(limit, filler),
      locationOf(limit, filler),
    ),
    refusedBody(
      `limit-over-${name}`,
      'D20',
      `JSON of 4097 ${rule} is cut, and not valid.`,
      locationOf(limit + 1, filler),
    ),
  ]),
  ...overLimit.map(([name, rule, after]) =>
    acceptedBody(
      `limit-behind-${name}`,
      'D21',
      `Valid JSON is accepted with ${rule} after the limit.`,
      () => bytes(paddedTo(limit), after),
      first,
    ),
  ),
  acceptedBody(
    'limit-behind-astral',
    'D21',
    'The limit counts code points, not bytes or UTF-16 units.',
    () => bytes(locationOf(limit, '😀'), 'garbage', wrongByte),
    locationOf(limit, '😀'),
  ),
  refusedBody(
    'limit-garbage-before',
    'D21',
    'Garbage as the last character before the limit is not valid.',
    `${paddedTo(limit - 1)}x`,
  ),
  refusedBody(
    'limit-invalid-utf8-before',
    'D24',
    'Invalid UTF-8 as the last character before the limit is not valid.',
    () => bytes(paddedTo(limit - 1), wrongByte, '  '),
  ),
  acceptedBody(
    'limit-astral-last',
    'D20',
    'A character of four bytes at the limit is read whole.',
    `{"description":"😀${'x'.repeat(limit - start.length - end.length - 2)}😀${end}`,
    `{"description":"😀${'x'.repeat(limit - start.length - end.length - 2)}😀${end}`,
  ),
  refusedBody(
    'limit-astral-behind-space',
    'D20',
    'A character of four bytes at the limit is not dropped.',
    `${paddedTo(limit - 1)}😀`,
  ),
  acceptedBody(
    'limit-astral-first-behind',
    'D21',
    'A character of four bytes right after the limit is not read.',
    `${paddedTo(limit)}😀`,
    first,
  ),
  acceptedBody(
    'limit-bom-not-counted',
    'D23',
    'A byte order mark does not count.',
    `${byteOrderMark}${locationOf(limit)}`,
    locationOf(limit),
  ),
  refusedBody(
    'limit-bom-over',
    'D23',
    'A byte order mark does not raise the limit by more than itself.',
    `${byteOrderMark}${locationOf(limit + 1)}`,
  ),
  refusedBody(
    'limit-mebibyte',
    'D21',
    'JSON of a mebibyte is cut, and not valid: there is no 413.',
    locationOf(oneMebibyte),
  ),
  refusedBody(
    'limit-spaces-before',
    'SPEC 4.5.4',
    'White space before the JSON counts.',
    `${' '.repeat(limit)}${first}`,
  ),
  refusedBody(
    'limit-cut-at-end',
    'SPEC 4.5.4',
    'JSON whose last character is after the limit is cut.',
    `${' '.repeat(limit - first.length + 1)}${first}`,
  ),
  acceptedBody(
    'limit-fits-at-end',
    'SPEC 4.5.4',
    'JSON whose last character is the last one before the limit is whole.',
    `${' '.repeat(limit - first.length)}${first}`,
    first,
  ),
  acceptedBody(
    'limit-option-exact',
    'SPEC 8',
    'The limit can be set: that number of characters is read.',
    locationOf(100, '😀'),
    locationOf(100, '😀'),
    withLimit(100),
  ),
  refusedBody(
    'limit-option-over',
    'SPEC 8',
    'The limit can be set: one character more is cut.',
    locationOf(101),
    withLimit(100),
  ),
  acceptedBody(
    'limit-option-behind',
    'SPEC 8',
    'The limit can be set: text after it is not read.',
    () => bytes(locationOf(100), 'x', wrongByte),
    locationOf(100),
    withLimit(100),
  ),
  httpCase(
    'limit-option-one',
    'SPEC 8',
    'With a limit of one character, every body is invalid, but not missing.',
    async (service) => {
      const id = service.freshId();
      expectProblem(await service.request(send('POST', `/${id}`, first)), 400, messages.bodyInvalid);
      expectNotReplaced(await service.request(send('PUT', `/${id}`, first)), id);
    },
    withLimit(1),
  ),
  acceptedBody(
    'limit-option-larger',
    'SPEC 8',
    'The limit can be larger.',
    locationOf(100_000, '€'),
    locationOf(100_000, '€'),
    withLimit(100_000),
  ),
  refusedBody(
    'limit-option-larger-over',
    'SPEC 8',
    'A larger limit is exact, too.',
    locationOf(100_001),
    withLimit(100_000),
  ),
];
