import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf, codesOf, placeOfCode } from '../../src/tiles/place-codes.ts';
import { type Cell, PlaceCountsBuilder } from '../../src/tiles/place-counts.ts';
import { hasPlace, type MapPlace, type TileAddress } from '../../src/tiles/tile-address.ts';

const part = fc.oneof(
  fc.constantFrom(0, 0.5, 0.25, 1 - Number.EPSILON / 2, 1 / 64, 1 / 64 - 1e-12),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
);
const places = fc.array(fc.record({ x: part, y: part }), { maxLength: 60 });

/** A tile of a place. */
function tileAt({ x, y }: MapPlace, zoom: number): TileAddress {
  return { zoom, x: Math.floor(x * 2 ** zoom), y: Math.floor(y * 2 ** zoom) };
}

async function countsOf(all: readonly MapPlace[], limit?: number) {
  const builder = new PlaceCountsBuilder(limit);
  for (const place of all) builder.add(codeOf(place));
  return builder.finish(async () => {});
}

describe('codes', () => {
  it('lead back to their place, within a square of zoom 26', () => {
    const cases = fc.property(part, part, (x, y) => {
      const place = placeOfCode(codeOf({ x, y }));
      expect(Math.abs(place.x - x)).toBeLessThanOrEqual(2 ** -26);
      expect(Math.abs(place.y - y)).toBeLessThanOrEqual(2 ** -26);
      expect(codeOf(place)).toBe(codeOf({ x, y }));
    });
    fc.assert(cases);
  });

  it('are those of a tile exactly when the tile has the place', () => {
    const cases = fc.property(part, part, part, part, fc.nat(26), (x, y, tileX, tileY, zoom) => {
      const tile = tileAt({ x: tileX, y: tileY }, zoom);
      const { start, end } = codesOf(tile);
      const code = codeOf({ x, y });
      expect(code >= start && code < end).toBe(hasPlace(tile, { x, y }));
    });
    fc.assert(cases);
  });
});

describe('counts', () => {
  it('are those found by looking at every record', async () => {
    const cases = fc.asyncProperty(places, part, part, fc.nat(24), async (all, x, y, zoom) => {
      const counts = await countsOf(all);
      const tiles = [{ x, y }, ...all.slice(0, 3)].map((place) => tileAt(place, zoom));
      for (const tile of tiles) {
        const inside = all.filter((place) => hasPlace(tile, place));
        expect(counts.countIn(tile)).toBe(inside.length);
        const cells = counts.cellsIn(tile);
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
        const cellZoom = Math.min(zoom + 4, 26);
        const names = cells.map(({ place }) => JSON.stringify(tileAt(place, cellZoom)));
        expect(new Set(names).size).toBe(cells.length);
        for (const { place, count } of cells) {
          const cell = tileAt(place, cellZoom);
          expect(inside.filter((other) => hasPlace(cell, other))).toHaveLength(count);
          const nearest = Math.min(
            ...inside.map((other) => Math.max(Math.abs(other.x - place.x), Math.abs(other.y - place.y))),
          );
          // Half of the way to the middle of the cell, at most.
          const most = count === 1 ? 0 : 0.25 * 2 ** -cellZoom;
          expect(nearest).toBeLessThanOrEqual(most + 2 ** -26);
          const [x, y] = [place.x, place.y].map((part) => (part * 2 ** cellZoom) % 1);
          if (count > 1 && cellZoom < 24) {
            expect(Math.abs((x as number) - 0.5)).toBeLessThanOrEqual(0.26);
            expect(Math.abs((y as number) - 0.5)).toBeLessThanOrEqual(0.26);
          }
        }
      }
    });
    await fc.assert(cases, { numRuns: 100 });
  });

  it('are up to date after the squares of all changes were counted again', async () => {
    const cases = fc.asyncProperty(places, places, places, fc.nat(20), async (stay, leave, come, zoom) => {
      const [before, now] = [await countsOf([...stay, ...leave]), await countsOf([...stay, ...come])];
      const codes = [...leave, ...come].map(codeOf);
      const square = (code: number) => tileAt(placeOfCode(code), 26);
      const recounts = new Map(codes.map((code) => [code, now.countIn(square(code))]));
      const cellZoom = zoom + 4;
      const cellsOf = (cells: readonly Cell[]) =>
        new Map(cells.map(({ place, count }) => [JSON.stringify(tileAt(place, cellZoom)), count]));
      for (const place of [{ x: 0, y: 0 }, ...stay.slice(0, 2), ...leave.slice(0, 2), ...come.slice(0, 2)]) {
        const tile = tileAt(place, zoom);
        expect(before.countIn(tile, recounts)).toBe(now.countIn(tile));
        const cells = before.cellsIn(tile, recounts);
        expect(cellsOf(cells)).toEqual(cellsOf(now.cellsIn(tile)));
        // Each is near a record that is there now.
        for (const { place, count } of cells) {
          const distances = [...stay, ...come].map(({ x, y }) =>
            Math.max(Math.abs(x - place.x), Math.abs(y - place.y)),
          );
          const most = count === 1 ? 0 : 0.25 * 2 ** -cellZoom;
          expect(Math.min(...distances)).toBeLessThanOrEqual(most + 2 ** -26);
        }
      }
    });
    await fc.assert(cases, { numRuns: 100 });
  });

  it('are right when all records are in one city, which is sorted in slices', async () => {
    const random = (index: number, factor: number) => 0.3 + ((index * factor) % 99_991) / 99_991 / 200;
    const all = Array.from({ length: 100_000 }, (_, index) => ({
      x: random(index, 7919),
      y: random(index, 104_729),
    }));
    const builder = new PlaceCountsBuilder();
    for (const place of all) builder.add(codeOf(place));
    let pauses = 0;
    const counts = await builder.finish(async () => {
      pauses++;
    });
    // Four slices are sorted, and merged twice.
    expect(pauses).toBeGreaterThanOrEqual(4 + 2 * 4);
    for (const zoom of [8, 11]) {
      for (const place of all.slice(0, 2)) {
        const tile = tileAt(place, zoom);
        expect(counts.countIn(tile)).toBe(all.filter((other) => hasPlace(tile, other)).length);
      }
    }
  });

  it('are estimates beyond a number of records, and the memory is bounded', async () => {
    const all = Array.from({ length: 1000 }, (_, index) => ({
      x: index / 1000,
      y: ((index * 7) % 1000) / 1000,
    }));
    const counts = await countsOf(all, 100);
    const whole = counts.countIn({ zoom: 0, x: 0, y: 0 });
    expect(whole).toBeGreaterThan(900);
    expect(whole).toBeLessThan(1100);
    expect(counts.countIn({ zoom: 1, x: 0, y: 0 })).toBeGreaterThan(200);
  });

  it('have large cells until all records are counted', () => {
    const builder = new PlaceCountsBuilder();
    for (const place of [
      { x: 0.1, y: 0.1 },
      { x: 0.1001, y: 0.1 },
      { x: 0.9, y: 0.9 },
    ])
      builder.add(codeOf(place));
    const countsIn = (tile: TileAddress) => builder.cellsSoFar(tile).map(({ count }) => count);
    expect(countsIn({ zoom: 0, x: 0, y: 0 })).toEqual([2, 1]);
    expect(countsIn({ zoom: 1, x: 1, y: 1 })).toEqual([1]);
    expect(countsIn({ zoom: 1, x: 1, y: 0 })).toEqual([]);
  });
});
