import { describe, expect, it } from 'vitest';
import { parseAll } from '../parsing.ts';

const coordinates = { latitude: 1, longitude: 2 };

describe('a Location', () => {
  it.each([
    [{ descripton: 'x' }, 'D29', 'unknown member "descripton"'],
    [{ cordinates: coordinates }, 'D29', 'unknown member "cordinates"'],
    [{ coordinates: { latitude: 1, longitud: 2 } }, 'D29', 'unknown member "longitud"'],
    [{ coordinates: 5, name: 'x' }, 'D29', 'unknown member "name"'],
    [{ coordinates: { latitude: 1 } }, 'SPEC 2', 'the longitude is missing'],
    [{}, 'SPEC 2', '"coordinates" is missing'],
  ])(
    'such as %j has unknown members named before what is missing or wrong',
    async (location, rule, reason) => {
      const id = 'a';
      expect(await parseAll(JSON.stringify([[id, location]]))).toMatchObject([{ id, rule, reason }]);
      expect(await parseAll(JSON.stringify({ [id]: location }), { format: 'json-object' })).toMatchObject([
        { id, rule, reason },
      ]);
    },
  );
});

describe('a list of Features', () => {
  it('gets the advice to make a FeatureCollection of it', async () => {
    const feature = { type: 'Feature', id: 'a', geometry: null, properties: null };
    expect(await parseAll(JSON.stringify([feature]))).toMatchObject([
      { suggestion: expect.stringMatching(/^put Features into a FeatureCollection: /) },
    ]);
    expect(await parseAll('[{"id":"a"}]')).toMatchObject([
      { suggestion: 'a record is a pair of identifier and Location' },
    ]);
  });
});
