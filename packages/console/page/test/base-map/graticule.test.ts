import { describe, expect, it } from 'vitest';
import { graticule } from '../../src/base-map/graticule.ts';

const labelsAt = (zoom: number, middle: number) => {
  const [width, height] = [(1000 * 360) / (512 * 2 ** zoom), (600 * 360) / (512 * 2 ** zoom)];
  const bounds = { west: middle - width / 2, east: middle + width / 2, south: 10, north: 10 + height };
  return graticule(bounds, zoom).features.map(({ properties }) => String(properties?.label));
};

describe('graticule', () => {
  it.each([6, 9.3, 12, 15.7, 19, 22])(
    'the graticule has some lines in view at zoom %d, each with a different label',
    (zoom) => {
      const labels = labelsAt(zoom, 2);
      expect(labels.length).toBeGreaterThan(10);
      expect(labels.length).toBeLessThan(60);
      expect(new Set(labels).size).toBe(labels.length);
    },
  );

  it('the graticule names longitudes from -180 to 180, wherever the map has wrapped to', () => {
    const labels = labelsAt(6, 539);
    expect(labels).toEqual(expect.arrayContaining(['178° E', '180° E', '178° W', '10° N']));
    expect(labels.every((label) => Number.parseFloat(label) <= 180)).toBe(true);
  });
});
