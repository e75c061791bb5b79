import fc from 'fast-check';
import { bytes } from '../http/requests.ts';
import { locationTexts } from './location-texts.ts';
import { sizedBodies } from './sized-bodies.ts';

/** Bytes that do harm somewhere in a text: wrong UTF-8, UTF-8 of what is no character, NUL, a byte order mark. */
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

/** Bodies that hold hardly anything. */
const scanty = [
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

/** A Location, with room in its description. */
const [start, end] = ['{"description":"a', 'b","coordinates":{"latitude":1,"longitude":2}}'] as const;

const withHarm = fc
  .tuple(fc.constantFrom(...harmful), fc.constantFrom('within', 'behind', 'before'))
  .map(([harm, place]) => {
    if (place === 'within') return bytes(start, harm, end);
    return place === 'behind' ? bytes(start, end, harm) : bytes(harm, start, end);
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
  { weight: 1, arbitrary: fc.constantFrom(...scanty) },
  { weight: 1, arbitrary: cut },
  { weight: 1, arbitrary: marked },
  { weight: 2, arbitrary: withHarm },
  { weight: 2, arbitrary: sizedBodies },
);
