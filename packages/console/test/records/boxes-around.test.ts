import type { Box } from '@location-records/core/areas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesAround, halvesOf } from '../../src/records/boxes-around.ts';
import { distanceBetween, earthRadius, maxRadius, radians } from '../../src/records/globe.ts';
import { around, latitudes, longitudes, nearLatitudes, nearLongitudes, radii } from './arbitraries.ts';

const point = fc.record({ latitude: nearLatitudes, longitude: nearLongitudes });
const pointOfRecord = fc.record({
  latitude: nearLatitudes,
  longitude: longitudes.filter((longitude) => Math.abs(longitude) <= 360),
});

type Point = { readonly latitude: number; readonly longitude: number };

/** How many boxes have a point. */
function countHolding(boxes: readonly Box[], { latitude, longitude }: Point): number {
  return boxes.filter(
    ({ west, south, east, north }) =>
      latitude >= south && latitude <= north && longitude >= west && longitude <= east,
  ).length;
}

describe('the boxes around a point', () => {
  it('have every point within the radius, and in one of them alone', () => {
    fc.assert(
      fc.property(point, pointOfRecord, radii, (centre, other, radius) => {
        const count = countHolding(boxesAround(centre, radius), other);
        if (distanceBetween(centre, other) <= radius) expect(count).toBe(1);
        else expect(count).toBeLessThanOrEqual(1);
      }),
      { numRuns: 5000 },
    );
  });

  it('have every point at exactly the radius, and just within', () => {
    fc.assert(
      fc.property(point, pointOfRecord, (centre, other) => {
        const boxes = boxesAround(centre, distanceBetween(centre, other));
        expect(countHolding(boxes, other)).toBe(1);
      }),
      { numRuns: 5000 },
    );
  });

  it('are plain boxes on the globe', () => {
    fc.assert(
      fc.property(point, radii, (centre, radius) => {
        for (const { west, south, east, north } of boxesAround(centre, radius)) {
          expect(-360 <= west && west <= east && east <= 360).toBe(true);
          expect(-90 <= south && south <= north && north <= 90).toBe(true);
        }
      }),
    );
  });

  it('are small where the radius is', () => {
    for (const { west, south, east, north } of boxesAround({ latitude: 60, longitude: 10 }, 1000)) {
      expect(north - south).toBeCloseTo(0.018, 3);
      expect(east - west).toBeCloseTo(0.036, 3);
    }
  });

  it('are one around a pole, with every longitude', () => {
    expect(boxesAround({ latitude: 89.99, longitude: 5 }, 2000)).toEqual([
      { west: -360, east: 360, south: expect.closeTo(89.972, 3), north: 90 },
    ]);
  });
});

/** A hole, and a ring from its edge on, in metres. */
const rings = fc
  .record({ inner: radii, width: radii, bands: fc.integer({ min: 1, max: 40 }) })
  .map(({ inner, width, bands }) => ({ ring: inner + width, hole: { inner, bands } }));

type Ring = { readonly ring: number; readonly hole: { readonly inner: number; readonly bands: number } };

/** A part of a whole, from 0 to 1, often one of its ends. */
const parts = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }));

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

describe('the boxes around a point, with a hole', () => {
  /** A point from the edge of the hole to the ring is in one box, and no point is in two. */
  function expectCovered(centre: Point, { ring, hole }: Ring, other: Point): void {
    const count = countHolding(boxesAround(centre, ring, hole.inner, hole.bands), other);
    const distance = distanceBetween(centre, other);
    if (distance >= hole.inner && distance <= ring) expect(count).toBe(1);
    else expect(count).toBeLessThanOrEqual(1);
  }

  it('have every point from its edge to the radius, and in one of them alone', () => {
    fc.assert(
      fc.property(point, rings, pointOfRecord, (centre, ring, other) => {
        expectCovered(centre, ring, other);
      }),
      { numRuns: 5000 },
    );
  });

  it('have every point on its edge, and on the ring', () => {
    fc.assert(
      fc.property(point, rings, parts, parts, (centre, { ring, hole }, part, turn) => {
        const { inner, bands } = hole;
        const other = pointAt(centre, Math.min(inner + part * (ring - inner), maxRadius), turn);
        for (const longitude of [-360, 0, 360].map((whole) => other.longitude + whole)) {
          if (Math.abs(longitude) > 360) continue;
          const turned = { latitude: other.latitude, longitude };
          expectCovered(centre, { ring, hole }, turned);
          const distance = distanceBetween(centre, turned);
          expectCovered(centre, { ring, hole: { inner: distance, bands } }, turned);
          expectCovered(
            centre,
            { ring: distance, hole: { inner: Math.min(inner, distance), bands } },
            turned,
          );
        }
      }),
      { numRuns: 5000 },
    );
  });

  it('have no edge in common', () => {
    fc.assert(
      fc.property(point, rings, fc.nat(), fc.nat(), (centre, { ring, hole }, index, edge) => {
        const boxes = boxesAround(centre, ring, hole.inner, hole.bands);
        fc.pre(boxes.length > 0);
        const { west, south, east, north } = boxes[index % boxes.length] as Box;
        const latitude = around(edge % 2 === 0 ? south : north)[edge % 3] ?? 0;
        const longitude = around(edge % 4 < 2 ? west : east)[(edge % 9) % 3] ?? 0;
        fc.pre(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360);
        expectCovered(centre, { ring, hole }, { latitude, longitude });
      }),
      { numRuns: 5000 },
    );
  });

  it('are plain boxes on the globe', () => {
    fc.assert(
      fc.property(point, rings, (centre, { ring, hole }) => {
        for (const { west, south, east, north } of boxesAround(centre, ring, hole.inner, hole.bands)) {
          expect(-360 <= west && west <= east && east <= 360).toBe(true);
          expect(-90 <= south && south <= north && north <= 90).toBe(true);
        }
      }),
    );
  });

  it.each([0, 48, -70, 90])('have little beside the ring at latitude %d', (latitude) => {
    for (const inner of [1e3, 1e6, 1e7, 1.9e7]) {
      for (const bands of [8, 50]) {
        const boxes = boxesAround({ latitude, longitude: 2 }, inner, inner, bands);
        const disc = 4 * Math.PI * earthRadius ** 2 * Math.sin(inner / earthRadius / 2) ** 2;
        expect(areaOf(boxes)).toBeLessThan((5 / bands) * disc);
      }
    }
  });
});

it('latitudes beyond the poles and longitudes beyond a turn are in no box', () => {
  fc.assert(
    fc.property(latitudes, longitudes, point, radii, (latitude, longitude, centre, radius) => {
      fc.pre(Math.abs(latitude) > 90 || Math.abs(longitude) > 360);
      for (const { west, south, east, north } of boxesAround(centre, radius)) {
        const isInside = latitude >= south && latitude <= north && longitude >= west && longitude <= east;
        expect(isInside).toBe(false);
      }
    }),
  );
});

describe('the halves of a box', () => {
  const inBox = fc
    .tuple(pointOfRecord, pointOfRecord, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat({ max: 40 }))
    .map(([a, b, share, times]) => {
      let box: Box | undefined = {
        west: Math.min(a.longitude, b.longitude),
        south: Math.min(a.latitude, b.latitude),
        east: Math.max(a.longitude, b.longitude),
        north: Math.max(a.latitude, b.latitude),
      };
      // Small boxes, too.
      for (let time = 0; time < times; time++) box = halvesOf(box)?.[time % 2] ?? box;
      const { west, south, east, north } = box;
      const between = (from: number, to: number) => Math.min(to, from + (to - from) * share);
      return { box, point: { latitude: between(south, north), longitude: between(west, east) } };
    });

  it('have each of its points, and in one of them alone', () => {
    fc.assert(
      fc.property(inBox, ({ box, point: inside }) => {
        const halves = halvesOf(box) ?? [box];
        const { west, south, east, north } = halves[1] ?? box;
        const edge = [
          { latitude: south, longitude: west },
          { latitude: north, longitude: east },
        ];
        for (const one of [inside, ...edge]) expect(countHolding(halves, one)).toBe(1);
        expect(countHolding([box], inside)).toBe(1);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    { west: -360, south: -90, east: 360, north: 90 },
    { west: 2, south: 89.999, east: 3, north: 90 },
    { west: 0, south: 0, east: 0, north: 1 },
  ])('are smaller, until a box has a side of a metre: %o', (start) => {
    let box: Box = start;
    let times = 0;
    for (let half = halvesOf(box)?.[1]; half; half = halvesOf(box)?.[1]) {
      box = half;
      times++;
    }
    const { west, south, east, north } = box;
    const across = distanceBetween(
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    );
    expect(across).toBeLessThan(2);
    expect(times).toBeLessThan(60);
  });

  it('of a box of less than a metre are none', () => {
    for (const size of [0, 5e-324, 9e-6]) {
      expect(halvesOf({ west: 2, south: 48, east: 2 + size, north: 48 + size })).toBeUndefined();
    }
  });
});
