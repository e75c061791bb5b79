import type { LocationRecord } from '@location-records/core';
import { withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { describe, expect, test } from 'vitest';
import { type AreaQuery, faultOf, recordsIn } from '../../src/compare/area-queries.ts';
import { areaServersInMemory } from '../../src/compare/area-servers.ts';
import { areaTable } from '../../src/compare/compare-areas.ts';
import { addTurns, movingWork, somePlaces } from '../../src/compare/measure-areas.ts';

const recordAt = (id: string, latitude: number, longitude: number): LocationRecord => [
  id,
  { coordinates: { latitude, longitude } },
];
const [a, b, c, d] = [
  recordAt('a', 0, 0),
  recordAt('b', 0.01, 0),
  recordAt('c', 0.02, 0),
  recordAt('d', 1, 1),
];
const records = [a, b, c, d];
const box: AreaQuery = { box: { west: -1, south: 0, east: 0, north: 0.02 }, limit: 2 };
const circle: AreaQuery = { circle: { latitude: 0, longitude: 0, radius: 3000 }, limit: 10 };
const serversOf = () => withTemporaryFolder((folder) => areaServersInMemory(folder, records));

describe('what a server finds', () => {
  test.each<[string, AreaQuery, readonly LocationRecord[]]>([
    ['any records of a box up to the limit', box, [c, a]],
    ['all records of a box', { ...box, limit: 'all' }, [b, c, a]],
    ['all records of a box with fewer than the limit', { ...box, limit: 100 }, [a, b, c]],
    ['the nearest first', circle, [a, b, c]],
    ['no more than the limit', { ...circle, limit: 1 }, [a]],
    ['nothing where nothing is', { ...box, box: { west: 5, south: 5, east: 6, north: 6 } }, []],
  ])('is right: %s', (_, query, found) => {
    expect(faultOf(query, found, recordsIn(query, records))).toBeUndefined();
  });

  test.each<[string, string, AreaQuery, readonly LocationRecord[]]>([
    ['twice', 'a record comes twice', box, [a, a]],
    ['beside a box', 'a record is not in the area, or is another one', box, [a, d]],
    ['beside a circle', 'a record is not in the area, or is another one', circle, [a, d]],
    ['another content', 'a record is not in the area, or is another one', box, [a, recordAt('b', 0.011, 0)]],
    ['too few', '1 records in place of 2', box, [a]],
    ['too many', '3 records in place of 2', box, [a, b, c]],
    ['in another order', 'the records are not in the order of their distance', circle, [b, a, c]],
    ['not the nearest', 'a is missing', { ...circle, limit: 1 }, [b]],
  ])('is wrong: %s', (_, fault, query, found) => {
    expect(faultOf(query, found, recordsIn(query, records))).toBe(fault);
  });
});

describe('requests', () => {
  test('the service and the servers by hand get the same', async () => {
    const servers = (await serversOf()).filter(({ name }) => name !== 'json-server');
    expect(new Set(servers.map(({ targetOf }) => targetOf(box)))).toEqual(
      new Set(['/-/records?f=json&limit=2&bbox=-1,0,0,0.02']),
    );
    expect(servers.map(({ targetOf }) => targetOf(circle))).toEqual(
      servers.map(() => '/-/records?f=json&limit=10&near=0,0&radius=3000'),
    );
  });

  test('json-server compares members, and is not asked for circles', async () => {
    const jsonServer = (await serversOf()).find(({ name }) => name === 'json-server');
    expect(jsonServer?.targetOf(box)).toBe(
      '/locations?coordinates.longitude_gte=-1&coordinates.latitude_gte=0&coordinates.longitude_lte=0&coordinates.latitude_lte=0.02&_limit=2',
    );
    expect(jsonServer?.targetOf(circle)).toBeUndefined();
    expect(jsonServer?.recordsOf('[{"id":"a","coordinates":{"latitude":0,"longitude":0}}]')).toEqual([a]);
  });

  test('few places are all asked for, but for those near a pole or the antimeridian', () => {
    const near = [recordAt('pole', -80.1, 0), recordAt('antimeridian', 0, 170.1)];
    expect(new Set(somePlaces([...records, ...near]))).toEqual(new Set(records));
    const many = Array.from({ length: 100 }, (_, index) => recordAt(`${index}`, 0, index));
    expect(new Set(somePlaces(many)).size).toBe(20);
  });

  test('records move, and then move back', async () => {
    const [server] = await serversOf();
    if (!server) throw new Error('There is a server.');
    const body = (latitude: number) => JSON.stringify({ coordinates: { latitude, longitude: 0 } });
    expect(movingWork([a, b]).requestsTo(server)).toEqual([
      { method: 'PUT', path: '/a', body: body(0.001) },
      { method: 'PUT', path: '/b', body: body(0.011) },
      { method: 'PUT', path: '/a', body: body(0) },
      { method: 'PUT', path: '/b', body: body(0.01) },
    ]);
  });
});

describe('figures', () => {
  test('all requests of a round count alike, and a few have no 99th percentile', () => {
    const figures = { cpu: [], p50: [], p99: [] };
    addTurns(figures, [
      { cpu: 2, latencies: [1] },
      { cpu: 4, latencies: [2, 3] },
    ]);
    expect(figures).toEqual({ cpu: [2], p50: [2], p99: [] });
  });

  test('many requests have a 99th percentile', () => {
    const figures = { cpu: [], p50: [], p99: [] };
    addTurns(figures, [{ cpu: 101, latencies: Array.from({ length: 101 }, (_, index) => index) }]);
    expect(figures).toEqual({ cpu: [1], p50: [50], p99: [99] });
  });

  test('a round without requests has none', () => {
    const figures = { cpu: [], p50: [], p99: [] };
    addTurns(figures, [{ cpu: 0, latencies: [] }]);
    expect(figures).toEqual({ cpu: [], p50: [], p99: [] });
  });

  test('the ratios are the medians of those within each round, and a server that takes no part has none', () => {
    const { rows } = areaTable({
      title: 'work',
      servers: [
        { name: 'first', figures: { cpu: [1, 2, 4], p50: [1, 1, 1], p99: [2] } },
        { name: 'second', figures: { cpu: [2, 3, 4], p50: [3, 4, 5], p99: [] } },
        { name: 'none', figures: { cpu: [], p50: [], p99: [] } },
      ],
    });
    expect(rows).toEqual([
      ['first', '2.000', '1.500-3.000', '1.00', '1.000', '1.00', '2.000'],
      ['second', '3.000', '2.500-3.500', '1.50', '4.000', '4.00', '-'],
      ['none', '-', '-', '-', '-', '-', '-'],
    ]);
  });
});
