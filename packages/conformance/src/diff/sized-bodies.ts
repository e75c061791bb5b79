import fc from 'fast-check';
import { bytes } from '../http/requests.ts';

/** How many code points of a body are read (SPEC section 8). */
const limit = 4096;

const start = '{"description":"';
const end = '","coordinates":{"latitude":1,"longitude":2}}';

/** A Location of exactly so many code points, whose description is `filler` over and over. */
function filled(filler: string, length: number): string {
  return `${start}${filler.repeat(length - start.length - end.length)}${end}`;
}

/** A body that is `over` code points longer than what is read, or shorter where that is negative. */
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

/** Bodies about as long as what is read of one. */
export const sizedBodies: fc.Arbitrary<string | Uint8Array> = fc
  .record({ body: fc.constantFrom(...sized), over: fc.constantFrom(0, 1, -1, 2, -2) })
  .map(({ body, over }) => body(over));
