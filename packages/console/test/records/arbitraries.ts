import type { LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import fc from 'fast-check';

/** The numbers next to a number, and itself. */
export function around(number: number): readonly number[] {
  const bits = new BigInt64Array(new Float64Array([number]).buffer);
  const [own = 0n] = bits;
  return [own - 1n, own, own + 1n].map((value) => {
    const [neighbour = 0] = new Float64Array(new BigInt64Array([value]).buffer);
    return neighbour;
  });
}

const oddNumbers = [0, 5e-324, -5e-324, 1.7e308, -1.7e308, Number.MAX_VALUE, -Number.MAX_VALUE, 1e21, 0.1];
const oddLongitudes = [...oddNumbers, ...[180, -180, 360, -360, 178.59375, 1.40625].flatMap(around)];
const oddLatitudes = [...oddNumbers, ...[90, -90, 45].flatMap(around)];

/** A number that is allowed, with those that make trouble among few others, so that edges meet records. */
function coordinate(odd: readonly number[], max: number): fc.Arbitrary<number> {
  return fc.oneof(
    fc.constantFrom(...odd),
    fc.integer({ min: -max, max }),
    fc.double({ min: -max, max, noNaN: true }).map((number) => number + 0),
  );
}

/** Any longitude that a record can have, often one of those that make trouble. */
export const longitudes = coordinate(oddLongitudes, 360);
/** Any latitude that a record can have, often one of those that make trouble. */
export const latitudes = coordinate(oddLatitudes, 90);

/** A latitude and a longitude. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

const onGlobe = (maxLongitude: number): fc.Arbitrary<Point> =>
  fc.record({
    latitude: latitudes.filter((latitude) => Math.abs(latitude) <= 90),
    longitude: longitudes.filter((longitude) => Math.abs(longitude) <= maxLongitude),
  });

/** A point that `near` takes. */
export const points = onGlobe(180);
/** Coordinates of a record that `near` finds. */
export const pointsOfRecords = onGlobe(360);

/** A box between two such coordinates. */
export const boxesOnGlobe: fc.Arbitrary<Box> = fc.tuple(pointsOfRecords, pointsOfRecords).map(([a, b]) => ({
  west: Math.min(a.longitude, b.longitude),
  south: Math.min(a.latitude, b.latitude),
  east: Math.max(a.longitude, b.longitude),
  north: Math.max(a.latitude, b.latitude),
}));

const ids = fc.oneof(
  fc.constantFrom('__proto__', '10', '9', '\u{1f600}', '\uffff', '"\\', '\u0000'),
  fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }),
);

/** Some records, each with an identifier of its own. */
export const manyRecords: fc.Arbitrary<readonly LocationRecord[]> = fc.uniqueArray(
  fc
    .tuple(ids, latitudes, longitudes, fc.option(fc.string(), { nil: undefined }))
    .map(([id, latitude, longitude, description]): LocationRecord => {
      const coordinates = { latitude, longitude };
      return [id, description === undefined ? { coordinates } : { description, coordinates }];
    }),
  { selector: ([id]) => id, maxLength: 40 },
);

/** A box that `bbox` takes; its west is beyond its east where it crosses the antimeridian. */
export const boxes: fc.Arbitrary<Box> = fc
  .tuple(longitudes, latitudes, longitudes, latitudes)
  .filter(([west, , east]) => west <= east || (west <= 180 && east >= -180))
  .map(([west, a, east, b]) => ({ west, south: Math.min(a, b), east, north: Math.max(a, b) }));

/** A radius that `near` takes, in metres. */
export const radii = fc.oneof(
  fc.constantFrom(0, 5e-324, 1, 1000, 20_015_115, 20_015_114.442, 10_007_557.221),
  fc.double({ min: 0, max: 20_015_115, noNaN: true }),
  fc.integer({ min: -3, max: 7 }).map((exponent) => 10 ** exponent),
);
