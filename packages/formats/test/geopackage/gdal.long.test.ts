import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocationRecord } from '@location-records/core';
import { describeUnless, lacks, makeRecords } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRecords } from '../parsing.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { readAll, readRecordsOf, writtenGeoPackage } from './written-geopackage.ts';

const run = promisify(execFile);

/** GDAL ends texts at NUL, and GeoJSON has no place for what is beyond the numbers of 64 bits. */
function withoutNul(records: readonly LocationRecord[]): LocationRecord[] {
  return records.filter(([id, { description = '' }]) => !`${id}${description}`.includes('\0'));
}

const records = makeRecords(20).map(
  ([, { coordinates }], number): LocationRecord => [
    `a/${number}`,
    {
      ...(number % 3 > 0 && { description: number % 3 === 1 ? '' : `place "${number}", ä` }),
      coordinates: { latitude: coordinates.latitude, longitude: number * 9 - 90.12345678901235 },
    },
  ],
);

/** What GDAL's validator finds, with the optional parts of the specification. */
async function findingsOf(path: string): Promise<string> {
  // Debian's Python, which has the package. Another one may come first on the path.
  const validator = ['-m', 'osgeo_utils.samples.validate_gpkg', '-k', path];
  const { stdout, stderr } = await run('/usr/bin/python3', validator);
  return stdout + stderr;
}

describeUnless(lacks({ program: 'ogr2ogr' }))('GDAL', () => {
  test('finds nothing wrong with an exported file', async () => {
    expect(await findingsOf(await writtenGeoPackage(records))).toBe('');
    expect(await findingsOf(await writtenGeoPackage([]))).toBe('');
  });

  test('describes the layer without a warning', async () => {
    const path = await writtenGeoPackage(records);
    const { stdout, stderr } = await run('ogrinfo', ['-ro', '-al', '-so', path]);
    expect(stderr).toBe('');
    expect(stdout).toContain('Layer name: locations');
    expect(stdout).toContain('Geometry: Point');
    expect(stdout).toContain('Feature Count: 20');
    expect(stdout).toContain('Extent: (-90.123457, 0.000000) - (80.876543, 2.714286)');
    expect(stdout).toContain('FID Column = fid');
    expect(stdout).toContain('id: String (0.0) UNIQUE NOT NULL');
  });

  test('finds the records of a box with the spatial index', async () => {
    const path = await writtenGeoPackage(records);
    const box = ['-spat', '-1', '0', '20', '3'];
    const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', ...box, path]);
    expect(stdout).toContain('Feature Count: 3');
    const { stdout: indexed } = await run('ogrinfo', [
      '-ro',
      '-q',
      path,
      '-sql',
      'SELECT HasSpatialIndex("locations", "geom")',
    ]);
    expect(indexed).toContain('(Integer) = 1');
  });

  test('makes GeoJSON with the same records', async () => {
    const path = await writtenGeoPackage(records);
    const json = join(await temporaryFolder(), 'places.geojson');
    const options = ['-lco', 'ID_FIELD=id', '-lco', 'COORDINATE_PRECISION=17'];
    await run('ogr2ogr', ['-f', 'GeoJSON', ...options, json, path]);
    const { features } = JSON.parse(await readFile(json, 'utf8'));
    expect(features).toHaveLength(20);
    for (const [index, [id, { description, coordinates }]] of records.entries()) {
      expect(features[index]).toMatchObject({
        id,
        geometry: { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] },
        properties: { description: description ?? null },
      });
    }
  });

  test('writes a GeoPackage of any records that is read back as it was', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecords.map(withoutNul), async (some) => {
        const path = await writtenGeoPackage(some);
        const copy = `${path}.copy.gpkg`;
        await run('ogr2ogr', ['-f', 'GPKG', copy, path]);
        expect(await readRecordsOf(copy)).toEqual(some);
      }),
      { numRuns: 20 },
    );
  });

  test('edits an exported file, and keeps its spatial index', async () => {
    const path = await writtenGeoPackage(records);
    const edit = (sql: string) => run('ogrinfo', ['-q', path, '-sql', sql]);
    await edit("UPDATE locations SET geom = (SELECT geom FROM locations WHERE fid = 1) WHERE id = 'a/19'");
    await edit("DELETE FROM locations WHERE id = 'a/3'");
    await edit("UPDATE locations SET fid = 100 WHERE id = 'a/5'");
    const { stdout } = await run('ogrinfo', ['-ro', '-al', '-so', '-spat', '-91', '-1', '-90', '1', path]);
    expect(stdout).toContain('Feature Count: 2');
    expect(await findingsOf(path)).toBe('');
    expect((await readAll(path)).map(({ line }) => line)).toEqual([
      1, 2, 3, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 100,
    ]);
  });

  test.each([
    ['POINT Z', ['-dim', 'XYZ'], { reason: 'the point has an altitude' }],
    ['POINT M', ['-dim', 'XYM'], { reason: 'the point has a measure (M)' }],
    [
      'MULTIPOINT',
      [
        '-nlt',
        'GEOMETRY',
        '-dialect',
        'SQLite',
        '-sql',
        'SELECT CastToMulti(geom) AS geom, id FROM locations',
      ],
      { reason: 'the geometry is a multipoint, not a point' },
    ],
  ])('writes what is refused row by row: %s', async (_, options, refusal) => {
    const path = await writtenGeoPackage(records);
    const copy = `${path}.copy.gpkg`;
    await run('ogr2ogr', ['-f', 'GPKG', copy, path, ...options]);
    const entries = await readAll(copy);
    expect(entries).toHaveLength(20);
    for (const entry of entries) expect(entry).toMatchObject(refusal);
  });

  test('writes a layer in another reference system, which is refused', async () => {
    const path = await writtenGeoPackage(records);
    const copy = `${path}.copy.gpkg`;
    await run('ogr2ogr', ['-f', 'GPKG', '-t_srs', 'EPSG:3857', copy, path]);
    await expect(readAll(copy)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message:
        'The layer "locations" is in EPSG:3857, not in EPSG:4326. Convert it with ogr2ogr -t_srs EPSG:4326.',
    });
  });
});
