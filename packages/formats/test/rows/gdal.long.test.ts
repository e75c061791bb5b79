import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocationRecord } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';
import { readRecords, writeRecords } from '../../src/files/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

const records: readonly LocationRecord[] = [
  ['tower', { description: 'Eiffel <b> & "T"', coordinates: { latitude: 48.8584, longitude: 2.2945 } }],
  [
    'b/ü ',
    { description: ' two\nlines ]]> \n', coordinates: { latitude: 1e-7, longitude: -179.12345678901235 } },
  ],
  ['_x0001_', { description: '5', coordinates: { latitude: -89.9, longitude: 0 } }],
];

/** What `ogr2ogr` makes of a file: the properties and the coordinates. */
async function readByGdal(path: string, options: readonly string[] = [], ...layers: readonly string[]) {
  const json = `${path}.geojson`;
  await run('ogr2ogr', [
    '-f',
    'GeoJSON',
    '-lco',
    'COORDINATE_PRECISION=17',
    ...options,
    json,
    path,
    ...layers,
  ]);
  const { features } = JSON.parse(await readFile(json, 'utf8'));
  return features.map(
    ({ properties, geometry }: { properties: object; geometry: { coordinates: number[] } }) => ({
      ...properties,
      coordinates: geometry.coordinates,
    }),
  );
}

const expected = records.map(([id, { description, coordinates }]) => ({
  id: id === '_x0001_' ? '_x005F_x0001_' : id,
  description,
  coordinates: [coordinates.longitude, coordinates.latitude],
}));

describeUnless(lacks({ program: 'ogr2ogr' }))('GDAL', () => {
  test('reads written KML: identifiers, descriptions and coordinates', async () => {
    const path = join(await temporaryFolder(), 'places.kml');
    await writeRecords(path, [records]);
    expect(await readByGdal(path)).toMatchObject(expected.map((each) => ({ ...each, Name: each.id })));
    // The smaller driver, which is in every build, knows names and joins lines.
    const small = await readByGdal(path, [
      '--config',
      'OGR_SKIP',
      'LIBKML',
      '-sql',
      'SELECT Name FROM "Layer #0"',
    ]);
    expect(small).toEqual(expected.map(({ id, coordinates }) => ({ Name: id, coordinates })));
  });

  test('reads written GPX: identifiers, descriptions and coordinates', async () => {
    const path = join(await temporaryFolder(), 'places.gpx');
    await writeRecords(path, [records]);
    const found = await readByGdal(path, [], 'waypoints');
    expect(found).toMatchObject(
      expected.map(({ id, description, coordinates }) => ({
        name: id,
        records_id: id,
        desc: description,
        coordinates,
      })),
    );
  });

  test.each(['LIBKML places.kml', 'KML places.kml', 'LIBKML places.kmz', 'GPX places.gpx'])(
    'writes what is read without options: %s',
    async (driverAndName) => {
      const [driver = '', name = ''] = driverAndName.split(' ');
      const folder = await temporaryFolder();
      const features = records.slice(0, 1).map(([id, { description, coordinates }]) => ({
        type: 'Feature',
        properties: { id, name: 'Tower', description, height: 330 },
        geometry: { type: 'Point', coordinates: [coordinates.longitude, coordinates.latitude] },
      }));
      await writeFile(
        join(folder, 'places.geojson'),
        JSON.stringify({ type: 'FeatureCollection', features }),
      );
      const options = driver === 'GPX' ? ['-dsco', 'GPX_USE_EXTENSIONS=YES'] : [];
      await run('ogr2ogr', ['-f', driver, ...options, join(folder, name), join(folder, 'places.geojson')]);
      expect(await readRecords(join(folder, name))).toEqual(records.slice(0, 1));
    },
  );
});
