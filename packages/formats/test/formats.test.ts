import { expect, it } from 'vitest';
import { findFormat, formats } from '../src/index.ts';

it.each([
  ['places.geojson', 'geojson'],
  ['/a.csv/PLACES.GeoJSON', 'geojson'],
  ['places.geojsonl', 'ndjson'],
  ['places.json', 'json'],
  ['a.gpkg', 'gpkg'],
  ['places.tsv', undefined],
  ['csv', undefined],
  ['', undefined],
])('the name %j tells the format %s', (path, format) => {
  expect(findFormat(path)).toBe(format);
});

it('the endings of a format mean it, apart from .tsv', () => {
  const names = formats.flatMap(({ name, endings }) => endings.map((ending) => [name, ending] as const));
  const different = names.filter(([name, ending]) => findFormat(`x${ending}`) !== name);
  expect(different).toEqual([['csv', '.tsv']]);
});
