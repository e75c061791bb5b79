import { expect, it } from 'vitest';
import { findFormat, formats } from '../src/index.ts';

it.each([
  ['places.geojson', 'geojson'],
  ['/a.csv/PLACES.GeoJSON', 'geojson'],
  ['places.geojsonl', 'ndjson'],
  ['places.json', 'json'],
  ['a.gpkg', 'gpkg'],
  ['a.kml', 'kml'],
  ['a.GPX', 'gpx'],
  ['a.kmz', undefined],
  ['places.tsv', undefined],
  ['csv', undefined],
  ['', undefined],
])('findFormat finds the format of %j: %s', (path, format) => {
  expect(findFormat(path)).toBe(format);
});

it('findFormat finds each format by its endings, apart from .tsv', () => {
  const names = formats.flatMap(({ name, endings }) => endings.map((ending) => [name, ending] as const));
  const different = names.filter(([name, ending]) => findFormat(`x${ending}`) !== name);
  expect(different).toEqual([['csv', '.tsv']]);
});
