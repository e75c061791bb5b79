import type { Box } from '@location-records/core/areas';
import fc from 'fast-check';

const extremes = [0, -0, 5e-324, -5e-324, 1e300, Number.MAX_VALUE, -Number.MAX_VALUE, 180, -180, 1.40625];
const neighbours = [180 - 2 ** -45, 180 + 2 ** -45, -180 + 2 ** -45, -180 - 2 ** -45, -180.5, -181.40625];

/** Any finite number, often one of a few at which engines go wrong. */
export const degrees = fc
  .oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(...extremes, ...neighbours),
    fc.double({ min: -200, max: 200, noNaN: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .map((value) => value + 0);

/** Any box, often one whose edges are numbers of records. */
export const boxes = fc.tuple(degrees, degrees, degrees, degrees).map(
  ([a, b, c, d]): Box => ({
    west: Math.min(a, b),
    east: Math.max(a, b),
    south: Math.min(c, d),
    north: Math.max(c, d),
  }),
);
