import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween, distanceToBox, maxDistanceToBox, maxRadius } from '../../src/records/globe.ts';
import { boxesOnGlobe, type Point, points, pointsOfRecords } from './arbitraries.ts';

const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;

/** By the angle between two vectors in space: another formula, which is exact to millimetres. */
function distanceInSpace(a: Point, b: Point): number {
  const [left, right] = [vectorOf(a), vectorOf(b)];
  const sum = Math.hypot(...left.map((value, index) => value + (right[index] ?? 0)));
  const difference = Math.hypot(...left.map((value, index) => value - (right[index] ?? 0)));
  return 2 * earthRadius * Math.atan2(difference, sum);
}

function vectorOf({ latitude, longitude }: Point): readonly number[] {
  const [phi, lambda] = [latitude * radians, longitude * radians];
  return [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
}

describe('the distance', () => {
  it('the distance is that of another formula, within a micrometre, in both directions', () => {
    fc.assert(
      fc.property(points, pointsOfRecords, (a, b) => {
        const distance = distanceBetween(a, b);
        expect(Math.abs(distance - distanceInSpace(a, b))).toBeLessThan(1e-6);
        expect(distanceBetween(b, a)).toBe(distance);
        expect(distance >= 0 && distance <= maxRadius).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['a whole turn', 48.86, 0, 48.86, 360],
    ['both sides of the antimeridian', 12, 180, 12, -180],
    ['two longitudes of the north pole', 90, 0, 90, 77],
    ['two longitudes of the south pole', -90, -180, -90, 299.5],
    ['the smallest numbers', 0, 0, 5e-324, -5e-324],
  ])('the distance is 0 for %s', (_, latitude, longitude, latitude2, longitude2) => {
    expect(distanceBetween({ latitude, longitude }, { latitude: latitude2, longitude: longitude2 })).toBe(0);
  });

  it.each([
    ['Paris and London', 48.8566, 2.3522, 51.5074, -0.1278, 343_556],
    ['Fiji and Samoa, across the antimeridian', -18.1416, 178.4419, -13.8333, -171.7667, 1_152_000],
    ['the poles', 90, 0, -90, 0, 20_015_114],
  ])('the distance between %s is known', (_, latitude, longitude, latitude2, longitude2, metres) => {
    const distance = distanceBetween({ latitude, longitude }, { latitude: latitude2, longitude: longitude2 });
    expect(Math.abs(distance / metres - 1)).toBeLessThan(0.002);
  });
});

describe('the distances to a box and across it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });

  it('no point of a box is nearer or further than its bounds', () => {
    fc.assert(
      fc.property(points, boxesOnGlobe, share, share, (from, box, north, east) => {
        const inside = {
          latitude: Math.min(box.north, box.south + (box.north - box.south) * north),
          longitude: Math.min(box.east, box.west + (box.east - box.west) * east),
        };
        const distance = distanceBetween(from, inside);
        expect(distanceToBox(from, box)).toBeLessThanOrEqual(distance);
        expect(maxDistanceToBox(from, box)).toBeGreaterThanOrEqual(distance);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['from inside', [1, 1], [0, 0, 2, 2], 0],
    ['from the south', [-1, 1], [0, 0, 2, 2], 111_195],
    ['across the antimeridian', [0, 179], [-179, 0, -178, 1], 222_390],
    ['over the pole', [89, 0], [180, 0, 180, 88], 333_585],
    ['on the far side', [10, 0], [180, -90, 180, -50], 11_119_500],
  ] as const)(
    'the bounds of a box are those of its nearest and furthest point: %s',
    (_, [latitude, longitude], [west, south, east, north], nearest) => {
      const box = { west, south, east, north };
      expect(distanceToBox({ latitude, longitude }, box) / 1000).toBeCloseTo(nearest / 1000, 0);
      const opposite = { latitude: -latitude, longitude: longitude - 180 };
      expect((maxRadius - maxDistanceToBox(opposite, box)) / 1000).toBeCloseTo(nearest / 1000, 0);
    },
  );
});
