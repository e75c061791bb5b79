import fc from 'fast-check';
import { bytes } from '../../http/requests.ts';
import { locationTexts } from './location-texts.ts';

/** A Location around the text of its description. */
const start = '{"description":"';
const end = '","coordinates":{"latitude":1,"longitude":2}}';

/** The number of code points of a body that are read (SPEC section 8). */
const limit = 4096;

/** A Location of exactly `length` code points, whose description repeats `filler`. */
function filled(filler: string, length: number): string {
  return `${start}${filler.repeat(length - start.length - end.length)}${end}`;
}

/** Makes a body `over` code points longer than the limit, or shorter if `over` is negative. */
type Sized = (over: number) => string | Uint8Array;

const sized: readonly Sized[] = [
  (over) => filled('x', limit + over),
  (over) => filled('é', limit + over),
  (over) => filled('€', limit + over),
  (over) => filled('😀', limit + over),
  (over) => `\ufeff${filled('x', limit + over)}`,
  (over) => `${filled('x', 100).padEnd(limit + over)}}`,
  (over) => filled('x', 100).padEnd(limit + over + 1),
  (over) => bytes(filled('x', 100).padEnd(limit + over), [0xff]),
  (over) => bytes(filled('é', 100).padEnd(limit + over), [0xf0, 0x9f]),
  (over) => ' '.repeat(limit + over) + filled('x', 100),
  (over) => filled('x', 3 * limit + over),
];

/** Bodies with a length near the limit. */
const sizedBodies: fc.Arbitrary<string | Uint8Array> = fc
  .record({ body: fc.constantFrom(...sized), over: fc.constantFrom(0, 1, -1, 2, -2) })
  .map(({ body, over }) => body(over));

/** Bytes that are a problem within a text: invalid UTF-8, encoded surrogates, NUL, a byte order mark. */
const harmful: readonly (readonly number[])[] = [
  [0xff],
  [0x80],
  [0xe9],
  [0xc3],
  [0xe2, 0x82],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x00],
  [0xef, 0xbb, 0xbf],
  [0x20],
  [0x7d],
];

/** Bodies with hardly any content. */
const tiny = [
  '',
  ' ',
  '\r\n',
  '\ufeff',
  '\0',
  '{',
  '{}',
  '[]',
  'null',
  'true',
  '0',
  '"a"',
  'a=1&b=2',
] as const;

const withHarm = fc
  .tuple(fc.constantFrom(...harmful), fc.constantFrom('within', 'after', 'before'))
  .map(([harm, position]) => {
    if (position === 'within') return bytes(`${start}a`, harm, `b${end}`);
    return position === 'after' ? bytes(`${start}ab${end}`, harm) : bytes(harm, `${start}ab${end}`);
  });

const cut = fc
  .tuple(locationTexts, fc.nat(7))
  .map(([text, eighths]) => text.slice(0, Math.round((text.length * eighths) / 8)));

const marked = fc
  .tuple(locationTexts, fc.constantFrom('\ufeff', '\ufeff\ufeff'))
  .map(([text, mark]) => mark + text);

/** Bodies of every kind, most of them valid. */
export const bodies: fc.Arbitrary<string | Uint8Array> = fc.oneof(
  { withCrossShrink: true },
  { weight: 24, arbitrary: locationTexts },
  { weight: 1, arbitrary: fc.constantFrom(...tiny) },
  { weight: 1, arbitrary: cut },
  { weight: 1, arbitrary: marked },
  { weight: 2, arbitrary: withHarm },
  { weight: 2, arbitrary: sizedBodies },
);
