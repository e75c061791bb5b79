import { describe, expect, it } from 'vitest';
import { viewBox } from '../src/view-box.ts';

describe('viewBox', () => {
  it('is what the map shows', () => {
    const edges = { west: 2, south: 48, east: 3, north: 49 };
    expect(viewBox(edges)).toEqual(edges);
  });

  it('crosses the antimeridian, wherever the map has wrapped to', () => {
    const box = { west: 170, south: -20, east: -170, north: -10 };
    expect(viewBox({ west: 170, south: -20, east: 190, north: -10 })).toEqual(box);
    expect(viewBox({ west: -190, south: -20, east: -170, north: -10 })).toEqual(box);
    expect(viewBox({ west: 530, south: -20, east: 550, north: -10 })).toEqual(box);
  });

  it('ends at the antimeridian where the map does', () => {
    expect(viewBox({ west: 170, south: 0, east: 180, north: 1 })).toMatchObject({ west: 170, east: 180 });
    expect(viewBox({ west: -180, south: 0, east: -170, north: 1 })).toMatchObject({ west: -180, east: -170 });
  });

  it('reaches to the poles where the map ends', () => {
    expect(viewBox({ west: 0, south: -85.0511, east: 9, north: 85.0511 })).toMatchObject({
      south: -90,
      north: 90,
    });
  });

  it('is the whole world where that is in view', () => {
    expect(viewBox({ west: -200, south: -85.06, east: 200, north: 85.06 })).toBeUndefined();
  });

  it('has every longitude where the world is in view once around', () => {
    expect(viewBox({ west: -200, south: -10, east: 200, north: 10 })).toEqual({
      west: -180,
      south: -10,
      east: 180,
      north: 10,
    });
  });
});
