import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaceTree } from '../../src/tiles/place-tree.ts';
import { hasPlace, type MapPlace, type TileAddress } from '../../src/tiles/tile-address.ts';

const part = fc.oneof(
  fc.constantFrom(0, 0.5, 0.25, 1 - Number.EPSILON / 2, 1 / 64, 1 / 64 - 1e-12),
  fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
);
const places = fc.array(fc.record({ x: part, y: part }), { maxLength: 300, size: 'max' });

/** The tile of a zoom that has a place. */
function tileAt({ x, y }: MapPlace, zoom: number): TileAddress {
  return { zoom, x: Math.floor(x * 2 ** zoom), y: Math.floor(y * 2 ** zoom) };
}

function treeOf(all: readonly MapPlace[], codesKept?: number): PlaceTree {
  const tree = new PlaceTree(codesKept);
  for (const place of all) tree.add(place);
  return tree;
}

describe('a tree of places', () => {
  it('a tree counts the records of a tile and of each of its cells', () => {
    const cases = fc.property(places, part, part, fc.nat(24), (all, x, y, zoom) => {
      const tree = treeOf(all);
      for (const tile of [{ x, y }, ...all.slice(0, 3)].map((place) => tileAt(place, zoom))) {
        const inside = all.filter((place) => hasPlace(tile, place));
        expect(tree.countIn(tile)).toBe(inside.length);
        const cellZoom = Math.min(zoom + 4, 26);
        const cells = tree.cellsIn(tile).map(({ place, count }) => ({ ...tileAt(place, cellZoom), count }));
        expect(new Set(cells.map((cell) => JSON.stringify([cell.x, cell.y]))).size).toBe(cells.length);
        for (const { count, ...cell } of cells) {
          expect(count).toBe(inside.filter((place) => hasPlace(cell, place)).length);
        }
        expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(inside.length);
      }
    });
    fc.assert(cases, { numRuns: 60 });
  });

  it('a cell is at its only record, and otherwise between a record and the middle', () => {
    const cases = fc.property(places, fc.nat(20), (all, zoom) => {
      const tree = treeOf(all);
      for (const tile of all.slice(0, 3).map((place) => tileAt(place, zoom))) {
        for (const { place, count } of tree.cellsIn(tile)) {
          const distances = all.map(({ x, y }) => Math.max(Math.abs(x - place.x), Math.abs(y - place.y)));
          const most = count === 1 ? 0 : 0.25 * 2 ** -(zoom + 4);
          expect(Math.min(...distances)).toBeLessThanOrEqual(most + 2 ** -26);
        }
      }
    });
    fc.assert(cases, { numRuns: 60 });
  });

  it('beyond the places that a tree keeps, the numbers of small tiles are estimates', () => {
    const all = Array.from({ length: 1000 }, (_, index) => ({
      x: index / 1000,
      y: ((index * 7) % 1000) / 1000,
    }));
    const tree = treeOf(all, 100);
    expect(tree.countIn({ zoom: 0, x: 0, y: 0 })).toBe(1000);
    const quarters = [0, 1].flatMap((x) => [0, 1].map((y) => tree.countIn({ zoom: 1, x, y })));
    expect(quarters.reduce((sum, count) => sum + count)).toBe(1000);
  });

  it('many records at one place are one cell', () => {
    const tree = treeOf(Array.from({ length: 5000 }, () => ({ x: 0.3, y: 0.7 })));
    const tile = tileAt({ x: 0.3, y: 0.7 }, 24);
    expect(tree.cellsIn(tile).map(({ count }) => count)).toEqual([5000]);
  });
});
