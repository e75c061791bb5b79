import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMisuse, type WrongCall } from '@location-records/workspace/tests';
import * as files from '../src/files/index.ts';
import * as main from '../src/index.ts';

const text = '{"type":"FeatureCollection","features":[]}';
const record = ['a', { coordinates: { latitude: 1, longitude: 2 } }];

/** The first outcome of an iteration. */
const first =
  <Argument>(iterate: (...args: Argument[]) => AsyncIterator<unknown>) =>
  (...args: Argument[]) =>
    iterate(...args).next();

const wrongTexts: readonly WrongCall[] = [
  ['format', []],
  ['options', [], null],
  ['format', [], {}],
  ['format', [], { format: 'gpkg' }],
  ['pretty', [], { format: 'json', pretty: true }],
  ['batches', undefined, { format: 'json' }],
  ['batches', 'text', { format: 'json' }],
  ['batches', { a: 5 }, { format: 'json' }],
  ['batches', [5], { format: 'json' }],
  ['record', [[5]], { format: 'json' }],
  ['record', [record], { format: 'json' }],
  ['id', [[['', record[1]]]], { format: 'json' }],
  ['location.coordinates.latitude', [[['a', {}]]], { format: 'json' }],
  [
    'location.coordinates.longitude',
    [[['a', { coordinates: { latitude: 1, longitude: NaN } }]]],
    { format: 'geojson' },
  ],
  ['distanceOf', [], { format: 'csv', distanceOf: 5 }],
  [
    'distance',
    [[['a', { coordinates: { latitude: 1, longitude: 2 } }]]],
    { format: 'ndjson', distanceOf: () => NaN },
  ],
];

const wrongFeatures: readonly WrongCall[] = [
  ['record'],
  ['record', 'a'],
  ['id', ['\ud800', record[1]]],
  ['location.coordinates.latitude', ['a', { coordinates: [1, 2] }]],
  ['distance', record, '5'],
  ['distance', record, NaN],
];

const readingMistakes: readonly WrongCall[] = [
  ['path'],
  ['path', ''],
  ['path', 5],
  ['path', new URL('file:///a.csv')],
  ['options', 'a.csv', null],
  ['options', 'a.csv', 'csv'],
  ['format', 'a.csv', { format: 'xlsx' }],
  ['layer', 'a.gpkg', { layer: 5 }],
  ['delimiter', 'a.csv', { delimiter: '' }],
  ['layers', 'a.gpkg', { layers: 'towns' }],
  ['ENOENT', '/none/a.csv'],
];

const inspectingMistakes: readonly WrongCall[] = [
  ['options', text, null],
  ['options', text, 'geojson'],
  ['idProperty', text, { idProperty: 'a' }],
  ['format', text, { format: 'xlsx' }],
  ['id', text, { id: 5 }],
  ['description', text, { description: null }],
  ['longitude', text, { latitude: 'y' }],
  ['latitude', text, { longitude: 'x' }],
  ['coordinates', text, { latitude: 'y', longitude: 'x', coordinates: 'point' }],
  ['swap', text, { swap: 'yes' }],
  ['crs', text, { crs: 2154 }],
  ['scale', text, { scale: 0 }],
  ['encoding', text, { encoding: 5 }],
  ['delimiter', text, { delimiter: ', ' }],
  ['columns', text, { columns: 'a,b' }],
  ['layer', text, { layer: 5 }],
  ['duplicates', text, { duplicates: 'first' }],
  ['strictCoordinates', text, { strictCoordinates: 1 }],
  ['maxRecordLength', text, { maxRecordLength: 0 }],
  ['signal', text, { signal: new AbortController() }],
  ['onProgress', text, { onProgress: 5 }],
];

/** A file of which nothing is left when writing fails. */
const noFile = join(tmpdir(), 'location-records-misuse.csv');

const firstPiece = first(main.stringifyRecords as (...args: unknown[]) => AsyncIterator<unknown>);

testMisuse(new URL('../', import.meta.url), {
  '.': {
    exports: {
      ...main,
      parseRecords: first(main.parseRecords as (...args: unknown[]) => AsyncIterator<unknown>),
      stringifyRecords: firstPiece,
    },
    functions: {
      parseRecords: [
        ['input'],
        ['input', null],
        ['input', 5],
        ['input', {}],
        ['input', Promise.resolve(text)],
        ['input', [5]],
        ['input', new ArrayBuffer(5)],
        ['options', text, null],
        ['options', text, 'geojson'],
        ['format', text, { format: 'xlsx' }],
        ['format', text, { format: 'gpkg' }],
        ['format', text, { format: ['csv'] }],
        ['idProperty', text, { idProperty: 5 }],
        ['descriptionProperty', text, { descriptionProperty: null }],
        ['latitudeColumn', text, { latitudeColumn: 3 }],
        ['longitudeColumn', text, { longitudeColumn: ['x'] }],
        ['delimiter', text, { delimiter: '' }],
        ['delimiter', text, { delimiter: '"' }],
        ['delimiter', text, { delimiter: ', ' }],
        ['properties', text, { properties: 'drop' }],
        ['dropAltitude', text, { dropAltitude: 'yes' }],
        ['strictCoordinates', text, { strictCoordinates: 1 }],
        ['maxRecordLength', text, { maxRecordLength: 0 }],
        ['maxRecordLength', text, { maxRecordLength: 2 ** 28 + 1 }],
        ['maxRecordLength', text, { maxRecordLength: '5' }],
        ['strictCordinates', text, { strictCordinates: true }],
        ['FORMAT_UNKNOWN', ''],
        ['FORMAT_INVALID', '{"type":"FeatureCollection"}'],
      ],
      inspect: [
        ['input'],
        ['input', null],
        ['input', 5],
        ['input', [text]],
        ...inspectingMistakes,
        ['FORMAT_UNKNOWN', ''],
        ['FORMAT_INVALID', '{"type":"FeatureCollection"}'],
      ],
      stringifyRecords: wrongTexts,
      stringifyFeature: wrongFeatures,
      findFormat: [['path'], ['path', 5]],
      detectFormat: [['head'], ['head', text], ['FORMAT_UNKNOWN', new Uint8Array(0)]],
      detectImportFormat: [['head'], ['head', text], ['FORMAT_UNKNOWN', new Uint8Array(0)]],
    },
    errors: ['FormatError'],
    constants: ['formats'],
  },
  './files': {
    exports: {
      ...files,
      parseFile: first(files.parseFile as (...args: unknown[]) => AsyncIterator<unknown>),
    },
    functions: {
      parseFile: [
        ...readingMistakes,
        ['format', 'a.csv', { format: null }],
        ['idProperty', 'a.gpkg', { format: 'gpkg', idProperty: 5 }],
      ],
      inspectFile: [...readingMistakes, ...inspectingMistakes],
      readRecords: [...readingMistakes, ...inspectingMistakes],
      writeRecords: [
        ['path'],
        ['path', '', []],
        ['path', 5, []],
        ['path', 'a\0.csv', []],
        ['batches', 'a.csv'],
        ['batches', 'a.csv', 'text'],
        ['batches', 'a.csv', { a: 5 }],
        ['batches', noFile, [5]],
        ['record', noFile, [[5]]],
        ['options', 'a.csv', [], null],
        ['options', 'a.csv', [], 'csv'],
        ['format', 'a.csv', [], { format: 'xlsx' }],
        ['format', 'a.csv', [], { format: null }],
        ['format', 'places', []],
        ['signal', 'a.csv', [], { signal: new AbortController() }],
        ['pretty', 'a.csv', [], { pretty: true }],
        ['ENOENT', '/none/a.csv', []],
      ],
    },
    errors: ['FileError'],
  },
});
