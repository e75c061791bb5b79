import { expect, it } from 'vitest';
import type { City } from '../../src/base-map/base-map.ts';
import { findPlaces } from '../../src/search/find-places.ts';

const cities: readonly City[] = [
  ['São Paulo', -46.64, -23.55, 12_400, 0],
  ['Paris', 2.35, 48.85, 2139, 1],
  ['San Diego', -117.16, 32.72, 1394, 0],
  ['San José', -84.08, 9.93, 335, 1],
  ['Santa Ana', -117.87, 33.75, 335, 0],
  ['Sanaa', 44.21, 15.35, 1937, 1],
];
const find = (text: string) => findPlaces(text, cities).map(({ name }) => name);

it('cities are found by the beginning of their names, without accents and case, the largest first', () => {
  expect(find('sao p')).toEqual(['São Paulo']);
  expect(find(' PARIS ')).toEqual(['Paris']);
  expect(find('san')).toEqual(['San Diego', 'San José', 'Santa Ana']);
  expect(findPlaces('paris', cities)[0]?.coordinates).toEqual({ latitude: 48.85, longitude: 2.35 });
  expect(find('p')).toEqual([]);
  expect(find('aris')).toEqual([]);
});

it('coordinates are a place, and those of GeoJSON where only these can be meant', () => {
  expect(find('48.8584, 2.2945')).toEqual(['48.8584, 2.2945']);
  expect(find('139.6917, 35.6895')).toEqual(['35.6895, 139.6917']);
  expect(find('500, 500')).toEqual([]);
});
