import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boxesAround,
  hasPlace,
  maxZoom,
  parseTileAddress,
  placeOf,
  type TileAddress,
} from '../../src/tiles/tile-address.ts';
import { latitudes, longitudes } from '../records/arbitraries.ts';

const zooms = fc.integer({ min: 0, max: maxZoom });

/** The tile of a zoom that has a record. */
function tileOf(coordinates: { latitude: number; longitude: number }, zoom: number): TileAddress {
  const place = placeOf(coordinates);
  return { zoom, x: Math.floor(place.x * 2 ** zoom), y: Math.floor(place.y * 2 ** zoom) };
}

it.each([
  ['0/0/0.mvt', { zoom: 0, x: 0, y: 0 }],
  ['24/16777215/0.mvt', { zoom: 24, x: 16_777_215, y: 0 }],
  ['0/0/0/0.mvt', undefined],
  ['1.0/0/0.mvt', undefined],
  ['1/0x0/0.mvt', undefined],
])('parseTileAddress() reads %s as %j', (path, tile) => {
  expect(parseTileAddress(path.split('/'))).toEqual(tile);
});

describe('placeOf', () => {
  it.each([
    [0, 0, 0.5, 0.5],
    [0, -180, 0, 0.5],
    [0, 180, 0, 0.5],
    [0, 190, 10 / 360, 0.5],
    [0, -190, 350 / 360, 0.5],
    [66.51326044311186, 90, 0.75, 0.25],
    [90, 0, 0.5, 0],
    [1000, 0, 0.5, 0],
    [-90, 0, 0.5, 1],
  ])('the coordinates %s, %s are at %s, %s of the map', (latitude, longitude, x, y) => {
    const place = placeOf({ latitude, longitude });
    expect(place.x).toBeCloseTo(x, 12);
    expect(place.y).toBeCloseTo(y, 12);
  });

  it('a place on the map is from 0 to below 1, and north is up', () => {
    const cases = fc.property(latitudes, latitudes, longitudes, (one, other, longitude) => {
      const [a, b] = [one, other].map((latitude) => placeOf({ latitude, longitude })) as [Place, Place];
      for (const { x, y } of [a, b]) {
        expect(x >= 0 && x < 1).toBe(true);
        expect(y >= 0 && y < 1).toBe(true);
      }
      if (one > other) expect(a.y).toBeLessThanOrEqual(b.y);
    });
    fc.assert(cases);
  });
});

type Place = ReturnType<typeof placeOf>;

describe('boxesAround', () => {
  it('the boxes around a tile have every record of it, up to longitude 360', () => {
    const cases = fc.property(latitudes, longitudes, zooms, (latitude, longitude, zoom) => {
      fc.pre(Math.abs(longitude) <= 360);
      const tile = tileOf({ latitude, longitude }, zoom);
      expect(hasPlace(tile, placeOf({ latitude, longitude }))).toBe(true);
      const boxes = boxesAround(tile).filter(
        ({ west, south, east, north }) =>
          west <= longitude && longitude <= east && south <= latitude && latitude <= north,
      );
      expect(boxes.length).toBeGreaterThan(0);
    });
    fc.assert(cases, { numRuns: 500 });
  });

  it('the boxes around a tile are little larger than the tile', () => {
    const [box, ...others] = boxesAround({ zoom: 2, x: 3, y: 1 });
    expect(others).toEqual([
      expect.objectContaining({ west: expect.closeTo(-270), east: expect.closeTo(-180) }),
    ]);
    expect(box).toEqual({
      west: expect.closeTo(90),
      south: expect.closeTo(0),
      east: expect.closeTo(180),
      north: expect.closeTo(66.51326),
    });
  });
});
