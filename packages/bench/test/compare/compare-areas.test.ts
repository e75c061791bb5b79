import type { LocationRecord } from '@location-records/core';
import { describe, expect, test } from 'vitest';
import { areaContestantsInMemory } from '../../src/compare/area-contestants.ts';
import { type AreaQuery, faultOf } from '../../src/compare/area-queries.ts';
import { areaTable } from '../../src/compare/compare-areas.ts';
import { addRound } from '../../src/compare/measure-areas.ts';

const recordAt = (id: string, latitude: number, longitude: number): LocationRecord => [
  id,
  { coordinates: { latitude, longitude } },
];
const records = [recordAt('a', 0, 0), recordAt('b', 0.01, 0), recordAt('c', 0.02, 0), recordAt('d', 1, 1)];
const box: AreaQuery = { box: { west: -1, south: 0, east: 0, north: 0.02 }, limit: 2 };
const circle: AreaQuery = { near: { latitude: 0, longitude: 0 }, radius: 2000, limit: 10 };

describe('what a server finds', () => {
  test.each<[string, AreaQuery, readonly string[]]>([
    ['any records of a box up to the limit', box, ['c', 'a']],
    ['all records of a box', { ...box, limit: 'all' }, ['b', 'c', 'a']],
    ['all records of a box with fewer than the limit', { ...box, limit: 100 }, ['a', 'b', 'c']],
    ['the nearest first', circle, ['a', 'b']],
    ['no more than the limit', { ...circle, limit: 1 }, ['a']],
  ])('is right: %s', (_, query, ids) => {
    expect(faultOf(query, ids, records)).toBeUndefined();
  });

  test.each<[string, AreaQuery, readonly string[]]>([
    ['a record comes twice', box, ['a', 'a']],
    ['a record is not in the area', box, ['a', 'd']],
    ['a record is not in the area', circle, ['a', 'c']],
    ['a record is not in the area', box, ['a', 'unknown']],
    ['1 records in place of 2', box, ['a']],
    ['3 records in place of 2', box, ['a', 'b', 'c']],
    ['they are not the nearest in their order', circle, ['b', 'a']],
    ['they are not the nearest in their order', { ...circle, limit: 1 }, ['b']],
  ])('is wrong: %s', (fault, query, ids) => {
    expect(faultOf(query, ids, records)).toBe(fault);
  });
});

describe('requests', () => {
  const targetsOf = (query: AreaQuery) =>
    Object.fromEntries(
      areaContestantsInMemory('folder', records).map(({ name, targetOf }) => [name, targetOf(query)]),
    );

  test('the command and the servers by hand get the same', () => {
    const { 'json-server': _, ...targets } = targetsOf(box);
    expect(new Set(Object.values(targets))).toEqual(new Set(['/-/records?f=json&limit=2&bbox=-1,0,0,0.02']));
    expect(targetsOf(circle)['Fastify, rbush']).toBe('/-/records?f=json&limit=10&near=0,0&radius=2000');
  });

  test('json-server compares members, and is not asked for circles', () => {
    expect(targetsOf(box)['json-server']).toBe(
      '/locations?coordinates.longitude_gte=-1&coordinates.latitude_gte=0&coordinates.longitude_lte=0&coordinates.latitude_lte=0.02&_limit=2',
    );
    expect(targetsOf(circle)['json-server']).toBeUndefined();
  });
});

describe('figures', () => {
  test('all requests of a round count alike', () => {
    const figures = { cpu: [], p50: [], p99: [] };
    addRound(figures, [
      { cpu: 2, latencies: [1] },
      { cpu: 4, latencies: [2, 3] },
    ]);
    expect(figures).toEqual({ cpu: [2], p50: [2], p99: [expect.closeTo(2.98)] });
  });

  test('a round without requests has none', () => {
    const figures = { cpu: [], p50: [], p99: [] };
    addRound(figures, [{ cpu: 0, latencies: [] }]);
    expect(figures).toEqual({ cpu: [], p50: [], p99: [] });
  });

  test('the ratio is the median of those within each round, and a server that takes no part has none', () => {
    const { rows } = areaTable({
      work: 'work',
      contestants: [
        { name: 'first', figures: { cpu: [1, 2, 4], p50: [1], p99: [2] } },
        { name: 'second', figures: { cpu: [2, 3, 4], p50: [3], p99: [4] } },
        { name: 'none', figures: { cpu: [], p50: [], p99: [] } },
      ],
    });
    expect(rows).toEqual([
      ['first', '2.000', '1.500-3.000', '1.00', '1.000', '2.000'],
      ['second', '3.000', '2.500-3.500', '1.50', '3.000', '4.000'],
      ['none', '-', '-', '-', '-', '-'],
    ]);
  });
});
