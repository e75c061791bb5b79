import { describe, expect, it } from 'vitest';
import type { ParseOptions } from '../../src/index.ts';
import { parseAll, recordsOf } from '../parsing.ts';

/** What becomes of a Feature. */
async function read(feature: unknown, options?: ParseOptions) {
  const [entry] = await parseAll(JSON.stringify(feature), { format: 'ndjson', ...options });
  return entry;
}

const geometry = { type: 'Point', coordinates: [2, 1] };
const coordinates = { latitude: 1, longitude: 2 };
const point = { type: 'Feature', id: 'a', geometry, properties: {} };

describe('a Feature', () => {
  it.each([
    [5, '5'],
    [0, '0'],
    [-1, '-1'],
    [1.5, '1.5'],
    [9007199254740991, '9007199254740991'],
  ])('has %j as the identifier %j', async (id, expected) => {
    expect(await read({ ...point, id })).toMatchObject({ record: [expected, { coordinates }] });
  });

  it.each([
    [{ ...point, properties: null }, { coordinates }],
    [{ ...point, properties: undefined }, { coordinates }],
    [{ ...point, properties: { description: null } }, { coordinates }],
    [
      { ...point, properties: { description: '' } },
      { description: '', coordinates },
    ],
    [{ ...point, bbox: [2, 1, 2, 1] }, { coordinates }],
    [{ ...point, geometry: { ...geometry, bbox: [2, 1, 2, 1] } }, { coordinates }],
    [
      { ...point, geometry: { ...geometry, coordinates: [-0, 1] } },
      { coordinates: { latitude: 1, longitude: 0 } },
    ],
  ])('%j is read', async (feature, location) => {
    expect(await read(feature)).toMatchObject({ record: ['a', location] });
    expect(Object.keys(recordsOf([(await read(feature)) as never])[0]?.[1] ?? {})).toEqual(
      Object.keys(location),
    );
  });

  it('loses an altitude with dropAltitude', async () => {
    const high = { ...point, geometry: { ...geometry, coordinates: [2, 1, 300] } };
    expect(await read(high, { dropAltitude: true })).toMatchObject({ record: ['a', { coordinates }] });
    const higher = { ...point, geometry: { ...geometry, coordinates: [2, 1, 300, 4] } };
    expect(await read(higher, { dropAltitude: true })).toMatchObject({
      reason: 'the coordinates have 4 elements, not 2',
    });
  });

  it('loses what a record does not have with properties ignore', async () => {
    const rich = { ...point, title: 'x', properties: { distance: 5, a: [1], description: 'b' } };
    const expected = { record: ['a', { description: 'b', coordinates }] };
    expect(await read(rich, { properties: 'ignore' })).toMatchObject(expected);
  });

  it('has its identifier and description in the properties that are named', async () => {
    const foreign = { ...point, id: undefined, properties: { code: 7, name: 'Paris' } };
    const options: ParseOptions = { idProperty: 'code', descriptionProperty: 'name' };
    expect(await read(foreign, options)).toMatchObject({
      record: ['7', { description: 'Paris', coordinates }],
    });
    expect(await read({ ...foreign, properties: {} }, options)).toMatchObject({
      rule: 'RFC 7946 3.2',
      reason: 'the identifier is missing: it has no property "code"',
    });
  });

  it('has no inherited properties', async () => {
    const entry = await read(point, { idProperty: 'constructor' });
    expect(entry).toMatchObject({ reason: 'the identifier is missing: it has no property "constructor"' });
    expect(await read(point, { descriptionProperty: 'toString' })).toMatchObject({
      record: ['a', { coordinates }],
    });
  });

  it('has __proto__ as an unknown property', async () => {
    const text = JSON.stringify(point).replace('{}', '{"__proto__":{"description":"x"}}');
    expect(await parseAll(text, { format: 'ndjson' })).toMatchObject([
      { reason: 'unknown property "__proto__"' },
    ]);
  });

  it('has unknown members named before missing ones, which they may be a slip of', async () => {
    expect(await read({ type: 'Feature', id: 'a', geometri: geometry, properties: {} })).toMatchObject({
      id: 'a',
      rule: 'D29',
      reason: 'unknown member "geometri"',
      suggestion: 'did you mean "geometry"?',
    });
    const slip = { type: 'Point', cordinates: [1, 2] };
    expect(await read({ ...point, geometry: slip })).toMatchObject({ reason: 'unknown member "cordinates"' });
    expect(await read({ ...point, geometry: slip }, { properties: 'ignore' })).toMatchObject({
      reason: 'the coordinates are missing, not an array',
    });
  });

  it('may name WGS 84 with altitudes as its coordinate system', async () => {
    const crs = { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::4979' } };
    expect(await read({ ...point, crs })).toHaveProperty('record');
  });

  it.each([
    [{ id: 5, name: 'a' }, 'id'],
    [{ name: 'a', ID: 'b' }, 'ID'],
    [{ name: 'a', population: 5 }, 'name'],
    [{ population: 5, osm_id: 17 }, 'osm_id'],
    [{ id: null, code: '', key: 'k' }, 'key'],
    [{ population: 5, geonameid: 17 }, 'geonameid'],
  ])('without an identifier among the properties %j may have it in %s', async (properties, meant) => {
    expect(await read({ ...point, id: undefined, properties }, { properties: 'ignore' })).toMatchObject({
      reason: 'the identifier is missing: it has no "id"',
      suggestion: `idProperty: "${meant}" takes it from this property`,
    });
  });

  it('without an identifier gets no suggestion when no property looks like one', async () => {
    const properties = { population: 5, height: '5 m' };
    const entry = await read({ ...point, id: null, properties }, { properties: 'ignore' });
    expect(entry).toMatchObject({ reason: 'the identifier is missing: it has no "id"' });
    expect(entry).not.toHaveProperty('suggestion');
  });

  it('is refused with a coordinate system of its own that is not WGS 84', async () => {
    const crs = { type: 'name', properties: { name: 'EPSG:25832' } };
    for (const feature of [
      { ...point, crs },
      { ...point, geometry: { ...geometry, crs } },
    ]) {
      expect(await read(feature)).toMatchObject({
        rule: 'RFC 7946 4',
        id: 'a',
        reason: 'its "crs" is not WGS 84',
      });
    }
  });

  it('shows a long name of an unknown property by its beginning', async () => {
    const name = '\u{1f5fc}'.repeat(100);
    expect(await read({ ...point, properties: { [name]: 1 } })).toMatchObject({
      reason: `unknown property "${'\u{1f5fc}'.repeat(60)}…"`,
    });
  });
});
