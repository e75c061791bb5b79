import { stat } from 'node:fs/promises';
import { makeRecords } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyRecords } from '../parsing.ts';
import { changeDatabase, readAll, readRecordsOf, writtenGeoPackage } from './written-geopackage.ts';

describe('a GeoPackage', () => {
  it('returns any records unchanged and in order', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords, async (records) => {
        expect(await readRecordsOf(await writtenGeoPackage(records))).toEqual(records);
      }),
      { numRuns: 10 },
    );
  });

  it('distinguishes an empty description from an absent one', async () => {
    const coordinates = { latitude: 1, longitude: 2 };
    const path = await writtenGeoPackage([
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
    ]);
    expect(await readRecordsOf(path)).toEqual([
      ['absent', { coordinates }],
      ['empty', { description: '', coordinates }],
    ]);
  });

  it('keeps a long description', async () => {
    const long = 'ä'.repeat(500_000);
    const record = ['long', { description: long, coordinates: { latitude: 1, longitude: 2 } }] as const;
    expect(await readRecordsOf(await writtenGeoPackage([record]))).toEqual([record]);
  });

  it('writes -0 as 0 (D31)', async () => {
    const path = await writtenGeoPackage([['zero', { coordinates: { latitude: -0, longitude: -0 } }]]);
    await changeDatabase(path, (database) => {
      expect(database.prepare('SELECT hex(geom) AS hex FROM locations').get()).toMatchObject({
        hex: `47500001E6100000${'0101000000'}${'00'.repeat(16)}`,
      });
    });
  });

  it('may be without records', async () => {
    const path = await writtenGeoPackage([]);
    expect(await readAll(path)).toEqual([]);
    await changeDatabase(path, (database) => {
      expect(database.prepare('SELECT min_x, max_y FROM gpkg_contents').get()).toMatchObject({
        min_x: null,
        max_y: null,
      });
    });
  });

  it('is read in batches, with the number of each row', async () => {
    const entries = await readAll(await writtenGeoPackage(makeRecords(600)));
    expect(entries.map(({ index, line }) => [index, line])).toEqual(
      Array.from({ length: 600 }, (_, row) => [row + 1, row + 1]),
    );
  });

  it('is not written if an identifier is repeated', async () => {
    const twice = [...makeRecords(2), ...makeRecords(1)];
    await expect(writtenGeoPackage(twice)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'Two of the records have the identifier "id-000000".',
    });
  });

  it('is not written with a record that a store refuses', async () => {
    const wrong = ['a', { coordinates: { latitude: Number.NaN, longitude: 0 } }] as const;
    await expect(writtenGeoPackage([wrong])).rejects.toMatchObject({
      argument: 'location.coordinates.latitude',
    });
    expect((await stat(await writtenGeoPackage([]))).size).toBeGreaterThan(0);
  });
});

describe('other programs find in a GeoPackage', () => {
  it('the extent of all points', async () => {
    const path = await writtenGeoPackage([
      ['a', { coordinates: { latitude: 10, longitude: -20 } }],
      ['b', { coordinates: { latitude: -95, longitude: 190 } }],
    ]);
    await changeDatabase(path, (database) => {
      expect(database.prepare('SELECT min_x, min_y, max_x, max_y FROM gpkg_contents').get()).toMatchObject({
        min_x: -20,
        min_y: -95,
        max_x: 190,
        max_y: 10,
      });
    });
  });

  it('a spatial index with every point, even beyond 32 bits', async () => {
    const far = { latitude: -1e300, longitude: 1e300 };
    const path = await writtenGeoPackage([
      ['near', { coordinates: { latitude: 48.2, longitude: 16.3 } }],
      ['far', { coordinates: far }],
    ]);
    await changeDatabase(path, (database) => {
      const find = database.prepare(
        'SELECT count(*) AS count FROM rtree_locations_geom WHERE minx <= ? AND maxx >= ? AND miny <= ? AND maxy >= ?',
      );
      expect(find.get(16.3, 16.3, 48.2, 48.2)).toMatchObject({ count: 1 });
      expect(find.get(far.longitude, far.longitude, far.latitude, far.latitude)).toMatchObject({ count: 1 });
      expect(find.get(17, 17, 48, 48)).toMatchObject({ count: 0 });
    });
  });
});
