import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHash, parseHash } from '../src/deep-link.ts';

describe('parseHash', () => {
  it('a link leads to a view and a record', () => {
    expect(parseHash('#4.5/48.86/-2.34&record=caf%C3%A9%2F1%26')).toEqual({
      view: { zoom: 4.5, latitude: 48.86, longitude: -2.34 },
      record: 'café/1&',
    });
  });

  it.each(['', '#', '#4/5', '#4/5/x', '#4//6', '#-1/5/6', '#4/91/6', '#4/5/6/7', '#Infinity/x/1'])(
    'the malformed view of %j is ignored',
    (hash) => {
      expect(parseHash(hash).view).toBeUndefined();
    },
  );

  it('a link leads to a record without a view', () => {
    expect([parseHash('#record=a'), parseHash('#&record=a')].map(({ record }) => record)).toEqual(['a', 'a']);
  });

  it('a record that was cut within a character is ignored', () => {
    expect(parseHash('#1/2/3&record=%C3')).toEqual({ view: { zoom: 1, latitude: 2, longitude: 3 } });
  });
});

describe('formatHash', () => {
  it('a link keeps every identifier', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (record) => {
        expect(parseHash(formatHash({ record })).record).toBe(record);
      }),
    );
  });

  it('a link keeps the middle of a view to the pixel', () => {
    const view = fc.record({
      zoom: fc.double({ min: 0, max: 22, noNaN: true }),
      latitude: fc.double({ min: -85, max: 85, noNaN: true }),
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    fc.assert(
      fc.property(view, (before) => {
        const after = parseHash(formatHash({ view: before })).view;
        const pixel = 360 / (512 * 2 ** before.zoom);
        expect(Math.abs((after?.longitude ?? Number.NaN) - before.longitude)).toBeLessThan(pixel);
        expect(Math.abs((after?.latitude ?? Number.NaN) - before.latitude)).toBeLessThan(pixel);
        expect(after?.zoom).toBeCloseTo(before.zoom, 2);
      }),
    );
  });

  it('a link has no more digits than a pixel needs', () => {
    const place = { latitude: 48.856613, longitude: 2.352222 };
    expect(formatHash({ view: { zoom: 0, ...place } })).toBe('#0/48.9/2.4');
    expect(formatHash({ view: { zoom: 10, ...place }, record: 'a b' })).toBe(
      '#10/48.8566/2.3522&record=a%20b',
    );
  });
});
