import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLine, encodeLine } from '../../src/base-map/delta-line.ts';

describe('encodeLine', () => {
  it('a line is encoded as its start and its steps', () => {
    expect(
      encodeLine([
        [-180, 10],
        [-179.99, 10.02],
        [-180, 9],
      ]),
    ).toEqual([-18000, 1000, 1, 2, -1, -102]);
  });

  it('points that fall together are encoded once', () => {
    expect(
      encodeLine([
        [1, 2],
        [1.001, 2.001],
        [0, 0],
        [0.004, -0.004],
      ]),
    ).toEqual([100, 200, -100, -200]);
  });

  it('an encoded line keeps each point to half a step', () => {
    const point = fc.tuple(fc.integer({ min: -180, max: 180 }), fc.integer({ min: -90, max: 90 }));
    fc.assert(
      fc.property(fc.uniqueArray(point, { selector: String }), (line) => {
        expect(decodeLine(encodeLine(line))).toEqual(line.map(([x, y]) => [x + 0, y + 0]));
      }),
    );
  });
});
