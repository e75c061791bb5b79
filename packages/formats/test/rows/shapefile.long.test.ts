import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, test } from 'vitest';
import { readRecords } from '../../src/files/index.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const run = promisify(execFile);

const table = 'code,name,lat,lon,height\na1,Café Sperl,48.1987,16.3606,171.5\nb2,Öjebyn,65.3463,21.4018,12\n';
const options = [
  '-oo',
  'X_POSSIBLE_NAMES=lon',
  '-oo',
  'Y_POSSIBLE_NAMES=lat',
  '-oo',
  'Z_POSSIBLE_NAMES=height',
];
const records = [
  ['a1', { description: 'Café Sperl', coordinates: { latitude: 48.1987, longitude: 16.3606 } }],
  ['b2', { description: 'Öjebyn', coordinates: { latitude: 65.3463, longitude: 21.4018 } }],
];

describeUnless(lacks({ program: 'ogr2ogr' }) ?? lacks({ program: 'zip' }))('a shapefile of GDAL', () => {
  test.each([
    ['in degrees and UTF-8', ['-a_srs', 'EPSG:4326', '-lco', 'ENCODING=UTF-8']],
    ['in degrees and Latin-1', ['-a_srs', 'EPSG:4326', '-lco', 'ENCODING=ISO-8859-1']],
    ['without a reference system', [] as string[]],
    ['in ETRS89 / UTM zone 33N', ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:25833']],
    ['in Web Mercator', ['-s_srs', 'EPSG:4326', '-t_srs', 'EPSG:3857']],
    ['with multipoints', ['-a_srs', 'EPSG:4326', '-nlt', 'MULTIPOINT']],
    ['without altitudes', ['-a_srs', 'EPSG:4326', '-dim', 'XY']],
  ])('%s has its records', async (_, more) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'places.csv'), table);
    await run('ogr2ogr', ['-f', 'ESRI Shapefile', 'places', 'places.csv', ...options, ...more], {
      cwd: folder,
    });
    await run('zip', ['-qr', 'places.zip', 'places'], { cwd: folder });
    for (const path of ['places.zip', 'places/places.shp']) {
      const found = (await readRecords(join(folder, path))).map(([id, { description, coordinates }]) => {
        const [latitude, longitude] = [coordinates.latitude, coordinates.longitude].map((value) =>
          Number(value.toFixed(7)),
        );
        return [id, { description, coordinates: { latitude, longitude } }];
      });
      expect(found).toEqual(records);
    }
  });
});
