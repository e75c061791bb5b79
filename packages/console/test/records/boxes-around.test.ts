import type { Box } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesAround, halvesOf } from '../../src/records/boxes-around.ts';
import { distanceBetween, earthRadius, maxRadius, radians } from '../../src/records/globe.ts';
import { around, boxesOnGlobe, type Point, points, pointsOfRecords, radii } from './arbitraries.ts';

/** How many boxes have a point. */
function countHolding(boxes: readonly Box[], { latitude, longitude }: Point): number {
  return boxes.filter(
    ({ west, south, east, north }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  ).length;
}

/** The point at a distance in metres from another one, in a direction from 0 to 1 of a turn. */
function pointAt({ latitude, longitude }: Point, distance: number, turn: number): Point {
  const [from, angle] = [latitude * radians, distance / earthRadius];
  const direction = 2 * Math.PI * turn;
  const north = Math.sin(angle) * Math.cos(direction);
  const sine = Math.sin(from) * Math.cos(angle) + Math.cos(from) * north;
  const east = Math.atan2(
    Math.sin(angle) * Math.sin(direction),
    Math.cos(from) * Math.cos(angle) - Math.sin(from) * north,
  );
  const to = longitude + east / radians;
  return {
    latitude: Math.asin(Math.max(-1, Math.min(sine, 1))) / radians,
    longitude: to > 180 ? to - 360 : to,
  };
}

/** The area of the globe in some boxes, in square metres. */
function areaOf(boxes: readonly Box[]): number {
  const areas = boxes.map(({ west, south, east, north }) => {
    const width = Math.max(0, Math.min(east, 180) - Math.max(west, -180)) * radians;
    return width * (Math.sin(north * radians) - Math.sin(south * radians)) * earthRadius ** 2;
  });
  return areas.reduce((sum, area) => sum + area, 0);
}

/**
 * A circle with a hole, in metres, and in how many bands the hole is cut out. Often the hole has no extent.
 */
const rings = fc
  .record({
    inner: fc.oneof(fc.constant(0), radii),
    width: radii,
    bands: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ inner, width, bands }) => ({ inner, outer: inner + width, bands }));

type Ring = { readonly inner: number; readonly outer: number; readonly bands: number };

/** A part of a whole, from 0 to 1, often one of its ends. */
const parts = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

describe('the boxes around a point', () => {
  /** A point from the edge of the hole to the outer edge is in one box, and no point is in two. */
  function expectCovered(centre: Point, { inner, outer, bands }: Ring, other: Point): void {
    const boxes = inner === 0 ? boxesAround(centre, outer) : boxesAround(centre, outer, inner, bands);
    const count = countHolding(boxes, other);
    const distance = distanceBetween(centre, other);
    if (distance >= inner && distance <= outer) expect(count).toBe(1);
    else expect(count).toBeLessThanOrEqual(1);
  }

  it('have every point of the ring, and in one of them alone', () => {
    fc.assert(
      fc.property(points, rings, pointsOfRecords, (centre, ring, other) => {
        expectCovered(centre, ring, other);
        expectCovered(centre, { ...ring, inner: 0, outer: distanceBetween(centre, other) }, other);
      }),
      { numRuns: 1000 },
    );
  });

  it('have every point on both edges of the ring, in each turn around the world', () => {
    fc.assert(
      fc.property(points, rings, parts, parts, (centre, ring, part, turn) => {
        const { inner, outer } = ring;
        const other = pointAt(centre, Math.min(inner + part * (outer - inner), maxRadius), turn);
        for (const longitude of [-360, 0, 360].map((whole) => other.longitude + whole)) {
          if (Math.abs(longitude) > 360) continue;
          const turned = { latitude: other.latitude, longitude };
          const distance = distanceBetween(centre, turned);
          expectCovered(centre, { ...ring, inner: distance }, turned);
          expectCovered(centre, { ...ring, inner: Math.min(inner, distance), outer: distance }, turned);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('have no edge in common, and stay on the globe', () => {
    fc.assert(
      fc.property(points, rings, fc.nat(), fc.nat(), (centre, ring, index, edge) => {
        const boxes = boxesAround(centre, ring.outer, ring.inner, ring.bands);
        fc.pre(boxes.length > 0);
        const { west, south, east, north } = boxes[index % boxes.length] as Box;
        expect(-360 <= west && west <= east && east <= 360).toBe(true);
        expect(-90 <= south && south <= north && north <= 90).toBe(true);
        const latitude = around(edge % 2 === 0 ? south : north)[edge % 3] ?? 0;
        const longitude = around(edge % 4 < 2 ? west : east)[(edge % 9) % 3] ?? 0;
        fc.pre(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360);
        expect(countHolding(boxes, { latitude, longitude })).toBeLessThanOrEqual(1);
      }),
      { numRuns: 1000 },
    );
  });

  it('are one around a pole, with every longitude', () => {
    expect(boxesAround({ latitude: 89.99, longitude: 5 }, 2000)).toEqual([
      { west: -360, east: 360, south: expect.closeTo(89.972, 3), north: 90 },
    ]);
  });

  it.each([0, 48, -70, 90])('have little beside a narrow ring at latitude %d', (latitude) => {
    for (const inner of [1e3, 1e6, 1.9e7]) {
      const boxes = boxesAround({ latitude, longitude: 2 }, inner, inner, 50);
      const disc = 4 * Math.PI * earthRadius ** 2 * Math.sin(inner / earthRadius / 2) ** 2;
      expect(areaOf(boxes)).toBeLessThan(disc / 10);
    }
  });
});

describe('the halves of a box', () => {
  it('have each of its points, and in one of them alone', () => {
    fc.assert(
      fc.property(boxesOnGlobe, parts, parts, fc.nat({ max: 40 }), (whole, north, east, times) => {
        let box = whole;
        for (let time = 0; time < times; time++) box = halvesOf(box)?.[time % 2] ?? box;
        const halves = halvesOf(box) ?? [box];
        const between = (from: number, to: number, share: number) => Math.min(to, from + (to - from) * share);
        const point = {
          latitude: between(box.south, box.north, north),
          longitude: between(box.west, box.east, east),
        };
        const { west, south } = halves[1] ?? box;
        for (const one of [point, { latitude: south, longitude: west }]) {
          expect(countHolding(halves, one)).toBe(1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    { west: -360, south: -90, east: 360, north: 90 },
    { west: 2, south: 89.999, east: 3, north: 90 },
    { west: 0, south: 0, east: 0, north: 1 },
  ])('get smaller until a box has a side of a metre: %o', (start) => {
    let box: Box = start;
    let times = 0;
    for (let half = halvesOf(box)?.[1]; half; half = halvesOf(box)?.[1]) {
      box = half;
      times++;
    }
    const south = { latitude: box.south, longitude: box.west };
    expect(distanceBetween(south, { latitude: box.north, longitude: box.east })).toBeLessThan(2);
    expect(times).toBeLessThan(60);
  });
});
