import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readJsonRows } from '../../src/rows/json-rows.ts';
import type { RowSettings } from '../../src/rows/row.ts';
import { readRowsOf, sourceOf } from './rows.ts';

const point = (longitude: number, latitude: number) => ({
  type: 'Point',
  coordinates: [longitude, latitude],
});
const feature = (id: unknown, properties: unknown = {}) => ({
  type: 'Feature',
  id,
  geometry: point(2, 1),
  properties,
});
const text = JSON.stringify;
const lines = (...values: readonly unknown[]) => values.map((value) => `${text(value)}\n`).join('');

/** Reads the rows of a text in small chunks. */
async function read(content: string, settings?: Partial<RowSettings>) {
  const found = await readRowsOf(readJsonRows, sourceOf(content, 50), settings);
  return { ...found, fields: found.rows.map(({ fields }) => Object.fromEntries(fields)) };
}

type Fields = Readonly<Record<string, unknown>>;

/** What a file is, its text, the fields of its rows, and what is noted about it. */
type FormRow = readonly [
  title: string,
  content: string,
  fields: readonly Fields[],
  notes?: readonly string[],
];

const a = { id: 'a', lat: 1, lon: 2 };
const b = { id: 'b', lat: 3, lon: 4 };
const featureFields = { id: 'a', geometry: point(2, 1) };
const inPlace = (place: string) => [`the records are in "${place}"`];

const geoJsonForms: readonly FormRow[] = [
  [
    'a FeatureCollection',
    text({ type: 'FeatureCollection', features: [feature('a', { name: 'x' })] }),
    [{ ...featureFields, name: 'x' }],
  ],
  [
    'a FeatureCollection with its features first',
    text({ features: [feature('a')], name: 'places', type: 'FeatureCollection' }),
    [featureFields],
  ],
  ['a FeatureCollection without features', text({ type: 'FeatureCollection', features: [] }), []],
  ['a Feature', text(feature('a'), undefined), [featureFields]],
  ['a geometry', text(point(2, 1)), [{ geometry: point(2, 1) }]],
  [
    'a GeometryCollection',
    text({ type: 'GeometryCollection', geometries: [point(2, 1), point(4, 3)] }),
    [{ geometry: point(2, 1) }, { geometry: point(4, 3) }],
    inPlace('geometries'),
  ],
  ['an array of Features', text([feature('a'), feature('a')]), [featureFields, featureFields]],
  ['Features on lines', lines(feature('a'), feature('a')), [featureFields, featureFields]],
  [
    'a text sequence (RFC 8142)',
    `\x1e${JSON.stringify(feature('a'), null, 1)}\n\x1e${text(feature('a'))}\n`,
    [featureFields, featureFields],
  ],
  [
    'joined FeatureCollections',
    lines({ type: 'FeatureCollection', features: [feature('a')] }).repeat(2),
    [featureFields, featureFields],
    ['several documents of JSON follow each other'],
  ],
  [
    'layers of a map',
    text({
      type: 'umap',
      layers: [{ features: [feature('a')] }, { features: [] }, { features: [feature('a')] }],
    }),
    [featureFields, featureFields],
    inPlace('layers[].features'),
  ],
  [
    'a FeatureCollection in an answer',
    text({ status: 'ok', data: { type: 'FeatureCollection', features: [feature('a')] } }),
    [featureFields],
    inPlace('data.features'),
  ],
  [
    'Esri JSON',
    text({
      geometryType: 'esriGeometryPoint',
      spatialReference: { wkid: 4326 },
      features: [{ attributes: { OBJECTID: 7, name: 'x' }, geometry: { x: 2, y: 1 } }],
    }),
    [{ geometry: point(2, 1), OBJECTID: 7, name: 'x' }],
  ],
];

const listForms: readonly FormRow[] = [
  [
    'the list of the service',
    text([['a', { description: 'x', coordinates: { latitude: 1, longitude: 2 } }]]),
    [{ id: 'a', description: 'x', 'coordinates.latitude': 1, 'coordinates.longitude': 2 }],
  ],
  [
    'an object of Locations by identifier',
    text({ a: { coordinates: { latitude: 1, longitude: 2 } } }),
    [{ '@key': 'a', 'coordinates.latitude': 1, 'coordinates.longitude': 2 }],
  ],
  ['an array of objects', text([a, b]), [a, b]],
  ['an empty array', '[]', []],
  ['an empty object', '{}', []],
  ['an object', text(a), [a]],
  [
    'objects by their keys',
    text({ a, b }),
    [
      { '@key': 'a', ...a },
      { '@key': 'b', ...b },
    ],
  ],
  ['lines of objects', lines(a, b), [a, b]],
  ['objects after each other', `${JSON.stringify(a, null, 2)}\n${JSON.stringify(b, null, 2)}`, [a, b]],
  ['objects with commas between them', `${text(a)},\n${text(b)},\n`, [a, b]],
  [
    'lines of mongoexport',
    lines({ _id: { $oid: '5f' }, loc: point(2, 1), rating: { $numberDouble: '2.3' } }),
    [{ '_id.$oid': '5f', loc: point(2, 1), 'rating.$numberDouble': '2.3' }],
  ],
  [
    'rows with a header',
    text([
      ['id', 'lat', 'lon'],
      ['a', 1, 2],
      ['b', '3', '4'],
    ]),
    [a, { ...b, lat: '3', lon: '4' }],
  ],
  ['lines of rows with a header', lines(['id', 'lat', 'lon'], ['a', 1, 2]), [a]],
  [
    'columns and data',
    text({ columns: ['id', 'lat', 'lon'], index: [0], data: [['a', 1, 2]] }),
    [a],
    inPlace('data'),
  ],
  [
    'rows before the names of their columns',
    text({ rows: [['a', 1, 2]], truncated: false, columns: ['id', 'lat', 'lon'] }),
    [a],
    inPlace('rows'),
  ],
  [
    'rows with described columns',
    text({
      meta: { view: { columns: [{ name: 'id' }, { name: 'lat' }, { name: 'lon' }] } },
      data: [['a', 1, 2]],
    }),
    [a],
    inPlace('data'),
  ],
  [
    'a table of ERDDAP',
    text({
      table: {
        columnNames: ['id', 'lat', 'lon'],
        columnTypes: ['String', 'double', 'float'],
        rows: [['a', 1, 2]],
      },
    }),
    [a],
    inPlace('table.rows'),
  ],
  ['columns as arrays', text({ id: ['a', 'b'], lat: [1, 3], lon: [2, 4] }), [a, b]],
  ['columns as objects', text({ id: { 0: 'a', 1: 'b' }, lat: { 0: 1, 1: 3 }, lon: { 0: 2, 1: 4 } }), [a, b]],
  ['columns by keys', text({ lat: { KJFK: 1 }, lon: { KJFK: 2 } }), [{ lat: 1, lon: 2, '@key': 'KJFK' }]],
];

const answers: readonly FormRow[] = [
  [
    'Overpass',
    text({
      version: 0.6,
      osm3s: { timestamp_osm_base: '2026-01-01T00:00:00Z' },
      elements: [
        { type: 'node', id: 1, lat: 1, lon: 2, tags: { name: 'x' } },
        { type: 'way', id: 2, center: { lat: 3, lon: 4 }, nodes: [1, 2] },
      ],
    }),
    [
      { type: 'node', id: 1, lat: 1, lon: 2, 'tags.name': 'x' },
      { type: 'way', id: 2, 'center.lat': 3, 'center.lon': 4, nodes: [1, 2] },
    ],
    inPlace('elements'),
  ],
  ['GBFS', text({ last_updated: 5, data: { stations: [a] } }), [a], inPlace('data.stations')],
  [
    'venues',
    text({ meta: { code: 200 }, response: { venues: [a], geocode: { center: { lat: 1, lng: 2 } } } }),
    [a],
    inPlace('response.venues'),
  ],
  [
    'businesses around a region',
    text({ businesses: [a], region: { center: { latitude: 1, longitude: 2 } } }),
    [a],
    inPlace('businesses'),
  ],
  [
    'SPARQL',
    text({
      head: { vars: ['item', 'lat', 'lon'] },
      results: {
        bindings: [{ item: { type: 'uri', value: 'x' }, lat: { value: '1' }, lon: { value: '2' } }],
      },
    }),
    [{ 'item.type': 'uri', 'item.value': 'x', 'lat.value': '1', 'lon.value': '2' }],
    inPlace('results.bindings'),
  ],
  [
    'a history of places',
    text({ locations: [{ latitudeE7: 10000000, longitudeE7: 20000000 }] }),
    [{ latitudeE7: 10000000, longitudeE7: 20000000 }],
    inPlace('locations'),
  ],
  [
    'datasets with rows and fields',
    text({
      datasets: [
        { data: { allData: [['a', 1, 2]], fields: [{ name: 'id' }, { name: 'lat' }, { name: 'lon' }] } },
      ],
    }),
    [a],
    inPlace('datasets[].data.allData'),
  ],
  ['a list whose fields say nothing', text({ errors: [], items: [{ a: 1 }] }), [{ a: 1 }], inPlace('items')],
  [
    'two lists, of which the second has coordinates',
    text({ kinds: [{ kind: 1 }, { kind: 2 }], items: [a] }),
    [a],
    inPlace('items'),
  ],
  [
    'lists of several kinds',
    text({ title: 'places', hotels: [a, b], bars: [a], tags: [{ tag: 'x' }] }),
    [
      { ...a, '@group': 'hotels' },
      { ...b, '@group': 'hotels' },
      { ...a, '@group': 'bars' },
    ],
    inPlace('hotels, bars'),
  ],
  [
    'lists of several countries and regions',
    text({ US: { CA: [a], NY: [b] }, FR: { IDF: [a] } }),
    [
      { ...a, '@group': 'US/CA' },
      { ...b, '@group': 'US/NY' },
      { ...a, '@group': 'FR/IDF' },
    ],
    inPlace('{US, FR}.{CA, NY, IDF}'),
  ],
  [
    'two lists with different coordinates',
    text({ visits: [a, b], signals: [{ latitudeE7: 10000000, longitudeE7: 20000000 }] }),
    [a, b],
    [...inPlace('visits'), '"signals" has other records, which are left out'],
  ],
  [
    'a catalogue that always links to a next page',
    text({ result: { total: 1, records: [a], _links: { next: '/api?offset=100' } } }),
    [a],
    inPlace('result.records'),
  ],
];

describe.each([
  ['GeoJSON', geoJsonForms],
  ['lists', listForms],
  ['answers of services', answers],
])('%s', (_, rows) => {
  it.each(rows)('%s is read', async (...row) => {
    const [, content, expected, expectedNotes = []] = row as unknown as FormRow;
    const { fields, refused, notes } = await read(content);
    expect(fields).toEqual(expected);
    expect(refused).toEqual([]);
    expect(notes).toEqual(expectedNotes);
  });
});

describe('the fields of a Feature', () => {
  const fieldsOfFeature = async (value: object) =>
    (await read(text({ type: 'Feature', ...value }))).fields[0];

  it.each([
    ['nested properties', { properties: { address: { city: 'x' } } }, { 'address.city': 'x' }],
    ['properties that are null', { properties: null }, {}],
    ['the same id twice', { id: 5, properties: { id: '5' } }, { id: '5' }],
    ['another id in its properties', { id: 'a', properties: { id: 5 } }, { id: 'a', 'properties.id': 5 }],
    ['an id in its properties alone', { properties: { id: 5 } }, { id: 5 }],
    ['a property named geometry', { properties: { geometry: 'x' } }, { 'properties.geometry': 'x' }],
    ['a foreign member', { title: 'x', properties: { title: 'y' } }, { title: 'y', 'feature.title': 'x' }],
    [
      'a property named __proto__',
      { properties: JSON.parse('{"__proto__":5}') },
      JSON.parse('{"__proto__":5}'),
    ],
  ])('have %s', async (_, value, expected) => {
    expect(await fieldsOfFeature({ geometry: point(2, 1), ...value })).toEqual({
      geometry: point(2, 1),
      ...expected,
    });
  });

  it.each([
    ['an altitude', { type: 'Point', coordinates: [2, 1, 300] }, { type: 'Point', coordinates: [2, 1, 300] }],
    ['a MultiPoint of one point', { type: 'MultiPoint', coordinates: [[2, 1]] }, point(2, 1)],
    [
      'a collection with one point',
      { type: 'GeometryCollection', geometries: [{ type: 'Polygon', coordinates: [] }, point(2, 1)] },
      point(2, 1),
    ],
    [
      'a line',
      {
        type: 'LineString',
        coordinates: [
          [2, 1],
          [4, 3],
        ],
      },
      {
        type: 'LineString',
        coordinates: [
          [2, 1],
          [4, 3],
        ],
      },
    ],
    ['null', null, undefined],
  ])('have the geometry that is %s', async (_, geometry, expected) => {
    expect((await fieldsOfFeature({ geometry, properties: {} }))?.geometry).toEqual(expected);
  });
});

describe('the reference system', () => {
  const named = (name: string) => ({ type: 'name', properties: { name } });

  it.each([
    [{ crs: named('urn:ogc:def:crs:EPSG::2154') }, { name: 'EPSG:2154' }],
    [{ crs: named('EPSG:3857') }, { name: 'EPSG:3857' }],
    [{ crs: named('http://www.opengis.net/def/crs/EPSG/0/25832') }, { name: 'EPSG:25832' }],
    [{ crs: named('a local grid') }, { name: 'a local grid' }],
    [{ crs: named('urn:ogc:def:crs:OGC:1.3:CRS84') }, undefined],
    [{ crs: null }, undefined],
    [{ spatialReference: { wkid: 102100, latestWkid: 3857 } }, { name: 'EPSG:3857' }],
    [{ spatialReference: { wkid: 102003 } }, { name: 'ESRI:102003' }],
    [{ spatialReference: { wkid: 4326 } }, undefined],
  ])('is found in %j before and after the features', async (member, expected) => {
    for (const value of [
      { type: 'FeatureCollection', ...member, features: [feature('a')] },
      { type: 'FeatureCollection', features: [feature('a')], ...member },
    ]) {
      expect((await read(text(value))).system).toEqual(expected);
    }
  });

  it('is found in a Feature', async () => {
    const { system } = await read(lines({ ...feature('a'), crs: named('EPSG:2154') }, feature('b')));
    expect(system).toEqual({ name: 'EPSG:2154' });
  });
});

describe('a page of a longer list is noted', () => {
  it.each([
    { links: [{ rel: 'next', href: 'https://example.org/?page=2' }] },
    { exceededTransferLimit: true },
    { properties: { exceededTransferLimit: true } },
    { next: 'https://example.org/?page=2' },
    { pagination: { next_page_token: 'x' } },
    { endOfRecords: false },
    { offset: 'itr1' },
  ])('if beside it is %j', async (member) => {
    const { notes, fields } = await read(text({ records: [a], ...member }));
    expect(fields).toEqual([a]);
    expect(notes).toContain('the file is one page of a longer list: get the other pages, too');
  });

  it('with the number of all records', async () => {
    const { notes } = await read(text({ total_count: 5000, records: [a] }));
    expect(notes).toContain('the file is one page of a longer list: it has 1 of 5000 records');
  });

  it.each([
    { next: null },
    { offset: 0 },
    { total: 1 },
    { links: [{ rel: 'self' }] },
    { exceededTransferLimit: false },
  ])('but not if beside it is %j', async (member) => {
    expect((await read(text({ records: [a], ...member }))).notes).toEqual(inPlace('records'));
  });
});

describe('scripts', () => {
  it.each([
    'var data = %;',
    'const places=%',
    'export default %;\n',
    'window.data = %;',
    'callback(%);',
    '// places\nlet x = %',
  ])('%s is read, and noted', async (script) => {
    const { fields, notes } = await read(script.replace('%', text([a, b])));
    expect(fields).toEqual([a, b]);
    expect(notes).toEqual(['the JSON in a script is read']);
  });
});

describe('broken JSON', () => {
  const good = text(feature('a'));

  /** Reads rows until the fault. */
  async function readBroken(content: string) {
    let count = 0;
    let message = '';
    try {
      const source = sourceOf(content, 30);
      for await (const batch of readJsonRows(source, { maxRecordLength: 2 ** 24, note() {}, system() {} })) {
        count += batch.length;
      }
    } catch (error) {
      ({ message } = error as Error);
    }
    return { count, message };
  }

  const missing = 'Is it cut off, or is a quote or a bracket missing?';

  it.each([
    ['a comma too many', ']}', 1, 'a bracket is here instead of a value. Is a comma too many?'],
    ['two commas', ',{}]}', 1, 'a comma is here instead of a value. Is a comma too many?'],
    ['single quotes', "{'id':5}]}", 2, 'a name is in single quotes instead of double quotes.'],
    ['a text in single quotes', `{"id":'b'}]}`, 7, 'a text is in single quotes instead of double quotes.'],
    ['a name without quotes', '{"id":"b",type:5}]}', 11, 'the name type has no quotes.'],
    ['a text without quotes', '{"id":b}]}', 7, 'b has no quotes.'],
    ['a missing comma', '{"id":5 "type":7}]}', 9, 'a comma or } should be here, not a quote.'],
    ['a missing colon', '{"id" 5}]}', 7, 'a colon should be here, after the name.'],
    [
      'a missing quote',
      '{"id":"b\n}]}',
      9,
      'a text has a line end or a control character, or its last quote is missing.',
    ],
    ['a comment', '{"id":5, // five\n"x":1}]}', 10, 'a comment is here, which JSON does not have.'],
    ['None', '{"id":None}]}', 7, 'None is not a value of JSON: write null.'],
    ['True', '{"id":True}]}', 7, 'True should be true.'],
    ['a number with a comma', '{"id":05}]}', 7, '05 is not a number as JSON writes it.'],
    ['a backslash', '{"id":"C:\\dir"}]}', 10, 'a backslash in a text should be two.'],
  ])('with %s is read up to its fault', async (_, end, column, problem) => {
    const content = `{"type":"FeatureCollection","features":[\n${good},\n${end}`;
    expect(await readBroken(content)).toEqual({
      count: 1,
      message: `Line 3, column ${column}: not JSON: ${problem}`,
    });
  });

  it.each([
    [
      'in a Feature',
      `,\n{"type":"Fea`,
      `Line 3, column 1: the file ends inside what begins here. ${missing}`,
    ],
    ['after a Feature', '\n', 'Line 3, column 1: the file ends before its last bracket. Is it cut off?'],
    ['after its features', ']', 'Line 2, column 93: the file ends before its last bracket. Is it cut off?'],
  ])('that is cut off %s is read up to its end', async (_, end, message) => {
    const content = `{"type":"FeatureCollection","features":[\n${good}${end}`;
    expect(await readBroken(content)).toEqual({ count: 1, message });
  });

  it('without a comma between two Features is read up to the second one', async () => {
    const message = 'Line 2, column 1: not JSON: "," or "]" should be here.';
    expect(await readBroken(`[${good}\n${good}]`)).toEqual({ count: 1, message });
  });

  it('names the line and the column in a Feature of several lines', async () => {
    const content = `[${good},\n  {\n    "type": "Feature",\n    "id": 'b'\n  }\n]`;
    const message = 'Line 4, column 11: not JSON: a text is in single quotes instead of double quotes.';
    expect(await readBroken(content)).toEqual({ count: 1, message });
  });

  it.each([
    ['', 'The file is empty.'],
    ['5', 'Line 1, column 1: JSON of records begins with "[" or "{".'],
    ['[1,2]', 'The JSON has no list of objects, and no object with coordinates.'],
    [
      '{"error":{"code":400,"message":"Invalid query"}}',
      'The file is the error of a service: "Invalid query".',
    ],
    [
      '[{"lat":1,"lon":2}]]',
      'Line 1, column 20: the file continues after its last bracket. Is it damaged, or were files joined?',
    ],
  ])('%s is refused with its reason', async (content, message) => {
    expect(await readBroken(content)).toMatchObject({ message });
  });
});

describe('NaN and Infinity', () => {
  it('are read as null, and noted once', async () => {
    const { fields, notes } = await read(
      '[{"id":"NaN","lat":1,"lon":2,"x":NaN},{"id":"b","lat":3,"lon":4,"x":-Infinity}]',
    );
    expect(fields).toEqual([
      { ...a, id: 'NaN', x: null },
      { ...b, x: null },
    ]);
    expect(notes).toEqual(['NaN is read as null']);
  });
});

it('NaN in a line is read as null, and noted', async () => {
  const { fields, notes } = await read(`{"lat":1,"lon":2,"x":NaN}\n${text(a)}`);
  expect(fields[0]).toEqual({ lat: 1, lon: 2, x: null });
  expect(notes).toEqual(['NaN is read as null']);
});

describe('a refused row', () => {
  it.each([
    ['that is a number', '[{"lat":1,"lon":2},\n5]', '2: it is a number, not an object'],
    [
      'that is not JSON on its line',
      '{"lat":1,"lon":2}\n{"lat":1,}\n{"lat":1,"lon":2}',
      '2: not JSON: a comma is before a closing bracket (column 10)',
    ],
    [
      'that is a FeatureCollection among Features',
      `${text(feature('a'))}\n{"type":"FeatureCollection","features":[]}\n`,
      '2: it is a FeatureCollection, not a Feature',
    ],
    [
      'with more values than names',
      '[["lat","lon"],[1,2],\n[1,2,3]]',
      '2: it has 3 values, but the names are 2',
    ],
  ])('%s is given with its reason', async (_, content, reason) => {
    expect((await read(content)).refused).toEqual([reason]);
  });
});

it('lines whose first one is broken are read by the name of the file', async () => {
  const source = { ...sourceOf(`{"lat":1,}\n${lines(a, b)}`), name: 'places.jsonl' };
  const { rows, refused } = await readRowsOf(readJsonRows, source);
  expect(rows.map(({ fields }) => Object.fromEntries(fields))).toEqual([a, b]);
  expect(refused).toEqual(['1: not JSON: a comma is before a closing bracket (column 10)']);
});

it('lists without names are read if their columns are named', async () => {
  const content = 'var points = [[1, 2, "a"], [3, 4, "b"]];';
  expect((await read(content, { columns: ['lat', 'lon', 'id'] })).fields).toEqual([a, b]);
  await expect(read(content)).rejects.toThrow(
    'The values in the lists have no names. Name them in their order with columns: […].',
  );
});

it('a location of Socrata has a latitude and a longitude', async () => {
  const content = text([
    ['name', 'place'],
    ['x', [null, '1', '2', null, false]],
  ]);
  expect((await read(content)).fields).toEqual([
    { name: 'x', 'place.latitude': '1', 'place.longitude': '2' },
  ]);
});

it('columns longer than an outline are read', async () => {
  const lat = Array.from({ length: 9000 }, (_, index) => index / 100);
  const content = text({ id: lat.map((value) => `place ${value}`), lat, lon: lat });
  const { rows } = await readRowsOf(readJsonRows, sourceOf(content));
  expect(rows.length).toBe(9000);
  expect(Object.fromEntries(rows[8999]?.fields ?? [])).toEqual({ id: 'place 89.99', lat: 89.99, lon: 89.99 });
});

it('the records are found behind a list without coordinates that is longer than an outline', async () => {
  const ways = Array.from({ length: 5000 }, (_, index) => ({ way: index, nodes: [1, 2, 3] }));
  const { rows, notes } = await readRowsOf(readJsonRows, sourceOf(text({ ways, nodes: [a, b] })));
  expect(rows.map(({ fields }) => Object.fromEntries(fields))).toEqual([a, b]);
  expect(notes).toEqual(inPlace('nodes'));
});

it('UTF-16 is read', async () => {
  const content = Buffer.from(`\ufeff${text([{ ...a, id: 'ä' }])}`, 'utf16le');
  const { rows, notes } = await readRowsOf(readJsonRows, sourceOf(content));
  expect(rows).toMatchObject([{ index: 1, line: 1 }]);
  expect(rows[0]).not.toHaveProperty('byte');
  expect(rows[0]?.fields.get('id')).toBe('ä');
  expect(notes).toEqual(['read as UTF-16LE']);
});

/** Any value of a field, beside texts that break readers which are not careful. */
const anyValue = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.constantFrom('}],[{', '"', '\\', 'NaN', '\u2028', null, true, [1, { a: 2 }]),
);
const anyRecords = fc.array(
  fc.record({ id: fc.string(), lat: fc.integer(), lon: fc.integer(), value: anyValue }),
  { minLength: 1, maxLength: 30 },
);
type AnyRecord = { readonly id: string; readonly lat: number; readonly lon: number; readonly value: unknown };

const writers: readonly (readonly [title: string, write: (records: readonly AnyRecord[]) => string])[] = [
  ['an array', (records) => JSON.stringify(records, null, 1)],
  ['lines', (records) => lines(...records)],
  ['documents', (records) => records.map((record) => JSON.stringify(record, null, 2)).join('\n')],
  ['a sequence', (records) => records.map((record) => `\x1e${text(record)}\n`).join('')],
  ['a member', (records) => text({ meta: { count: 5 }, response: { places: records }, status: 'ok' })],
  [
    'a table',
    (records) => text({ columns: ['id', 'lat', 'lon', 'value'], data: records.map(Object.values) }),
  ],
  [
    'Features',
    (records) => {
      const features = records.map((properties) => ({ type: 'Feature', geometry: null, properties }));
      return text({ features, type: 'FeatureCollection' });
    },
  ],
];

it.each(writers)('any records in %s, in chunks cut anywhere, are read exactly', async (_, write) => {
  await fc.assert(
    fc.asyncProperty(anyRecords, fc.integer({ min: 1, max: 200 }), async (records, size) => {
      const content = write(records);
      const { rows } = await readRowsOf(readJsonRows, sourceOf(content, size));
      const withoutNull = (record: object) => Object.entries(record).filter(([, value]) => value !== null);
      expect(rows.map(({ fields }) => withoutNull(Object.fromEntries(fields)))).toEqual(
        records.map(withoutNull),
      );
      const bytes = new TextEncoder().encode(content);
      for (const { byte = 0, line } of rows) {
        const before = new TextDecoder().decode(bytes.subarray(0, byte));
        expect(before.split('\n')).toHaveLength(line);
      }
    }),
    { numRuns: 60 },
  );
});
