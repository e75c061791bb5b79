import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distanceBetween, distanceToBox, maxDistanceToBox, maxRadius } from '../../src/records/globe.ts';
import { longitudes, nearLatitudes, nearLongitudes } from './arbitraries.ts';

const earthRadius = 6_371_008.8;
const radians = Math.PI / 180;
const point = fc.record({ latitude: nearLatitudes, longitude: nearLongitudes });
const pointOfRecord = fc.record({
  latitude: nearLatitudes,
  longitude: longitudes.filter((longitude) => Math.abs(longitude) <= 360),
});

type Point = { readonly latitude: number; readonly longitude: number };

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
  it('is that of another formula, within a micrometre', () => {
    fc.assert(
      fc.property(point, pointOfRecord, (a, b) => {
        expect(Math.abs(distanceBetween(a, b) - distanceInSpace(a, b))).toBeLessThan(1e-6);
      }),
      { numRuns: 5000 },
    );
  });

  it('is the same in both directions, from 0 to half the globe', () => {
    fc.assert(
      fc.property(point, pointOfRecord, (a, b) => {
        const distance = distanceBetween(a, b);
        expect(distanceBetween(b, a)).toBe(distance);
        expect(distance).toBeGreaterThanOrEqual(0);
        expect(distance).toBeLessThanOrEqual(maxRadius);
      }),
    );
  });

  it.each([
    ['equal coordinates', 48.86, 2.29, 48.86, 2.29],
    ['a whole turn', 48.86, 0, 48.86, 360],
    ['a whole turn back', -10, 0, -10, -360],
    ['both sides of the antimeridian', 12, 180, 12, -180],
    ['two longitudes of the north pole', 90, 0, 90, 77],
    ['two longitudes of the south pole', -90, -180, -90, 299.5],
    ['the smallest numbers', 0, 0, 5e-324, -5e-324],
  ])('is 0 for %s', (_, latitude, longitude, latitude2, longitude2) => {
    expect(distanceBetween({ latitude, longitude }, { latitude: latitude2, longitude: longitude2 })).toBe(0);
  });

  it.each([
    ['Paris and London', 48.8566, 2.3522, 51.5074, -0.1278, 343_556],
    ['Fiji and Samoa, across the antimeridian', -18.1416, 178.4419, -13.8333, -171.7667, 1_152_000],
    ['the poles', 90, 0, -90, 0, 20_015_114],
    ['opposite points', 10, 20, -10, -160, 20_015_114],
    ['a degree of latitude', 0, 0, 1, 0, 111_195],
  ])('between %s is known', (_, latitude, longitude, latitude2, longitude2, metres) => {
    const distance = distanceBetween({ latitude, longitude }, { latitude: latitude2, longitude: longitude2 });
    expect(Math.abs(distance / metres - 1)).toBeLessThan(0.002);
  });

  it('is exact to micrometres on the far side, too', () => {
    const opposite = { latitude: -10, longitude: -160 };
    const beside = { latitude: -10 + 1e-6, longitude: -160 };
    const point = { latitude: 10, longitude: 20 };
    const step = distanceBetween(point, opposite) - distanceBetween(point, beside);
    expect(Math.abs(step - earthRadius * radians * 1e-6)).toBeLessThan(1e-6);
  });
});

describe('the distances to a box and across it', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const boxes = fc.tuple(pointOfRecord, pointOfRecord).map(([a, b]) => ({
    west: Math.min(a.longitude, b.longitude),
    south: Math.min(a.latitude, b.latitude),
    east: Math.max(a.longitude, b.longitude),
    north: Math.max(a.latitude, b.latitude),
  }));

  it('have the distance of each of its points between them', () => {
    fc.assert(
      fc.property(point, boxes, share, share, (from, box, north, east) => {
        const inside = {
          latitude: Math.min(box.north, box.south + (box.north - box.south) * north),
          longitude: Math.min(box.east, box.west + (box.east - box.west) * east),
        };
        const distance = distanceBetween(from, inside);
        expect(distanceToBox(from, box)).toBeLessThanOrEqual(distance);
        expect(maxDistanceToBox(from, box)).toBeGreaterThanOrEqual(distance);
      }),
      { numRuns: 10_000 },
    );
  });

  it.each([
    ['from inside', { latitude: 1, longitude: 1 }, { west: 0, south: 0, east: 2, north: 2 }, 0],
    ['from the south', { latitude: -1, longitude: 1 }, { west: 0, south: 0, east: 2, north: 2 }, 111_195],
    [
      'across the antimeridian',
      { latitude: 0, longitude: 179 },
      { west: -179, south: 0, east: -178, north: 1 },
      222_390,
    ],
    ['a turn away', { latitude: 0, longitude: 1 }, { west: 360, south: 0, east: 360, north: 1 }, 111_195],
    ['over the pole', { latitude: 89, longitude: 0 }, { west: 180, south: 0, east: 180, north: 88 }, 333_585],
    [
      'on the far side',
      { latitude: 10, longitude: 0 },
      { west: 180, south: -90, east: 180, north: -50 },
      11_119_500,
    ],
  ])('are those of the nearest and the furthest point: %s', (_, from, box, nearest) => {
    expect(distanceToBox(from, box) / 1000).toBeCloseTo(nearest / 1000, 0);
    const opposite = { latitude: -from.latitude, longitude: from.longitude - 180 };
    expect((maxRadius - maxDistanceToBox(opposite, box)) / 1000).toBeCloseTo(nearest / 1000, 0);
  });
});
