import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const run = promisify(execFile);

describeUnless(lacks({ program: 'ogr2ogr' }))('GDAL', () => {
  let folder: string;
  let served: Awaited<ReturnType<typeof serveHere>>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'location-records-gdal-'));
    served = await serveHere(['--areas']);
    for (let number = 0; number < 20; number++) {
      const location = {
        description: number % 2 ? `place ${number}` : undefined,
        coordinates: { latitude: number - 10.5, longitude: number * 9 - 90.25 },
      };
      await fetch(`${served.url}/a%2F${number}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(location),
      });
    }
  });

  afterAll(async () => {
    await served.stop();
    await rm(folder, { recursive: true });
  });

  test('reads the records of a box as points', async () => {
    const { stdout } = await run('ogrinfo', [
      '-ro',
      '-al',
      '-so',
      `${served.url}/-/records?bbox=-45,-10,0,10`,
    ]);
    expect(stdout).toContain('Geometry: Point');
    expect(stdout).toContain('Feature Count: 5');
    expect(stdout).toContain('GEOGCRS["WGS 84"');
  });

  test.each(['near=0,0&radius=20000000&limit=10000', 'limit=all'])(
    'follows the records of ?%s into another format and back, with nothing lost',
    async (query) => {
      const name = query.slice(0, 5);
      const [file, back] = [join(folder, `${name}.gpkg`), join(folder, `${name}.geojson`)];
      const url = `${served.url}/-/records?${query}`;
      await run('ogr2ogr', ['-f', 'GPKG', file, url]);
      await run('ogr2ogr', [
        '-f',
        'GeoJSON',
        '-lco',
        'ID_FIELD=id',
        '-lco',
        'COORDINATE_PRECISION=15',
        back,
        file,
      ]);
      const sent = (await (await fetch(url)).json()) as Collection;
      const converted = JSON.parse(await readFile(back, 'utf8'));
      expect(placesOf(converted)).toEqual(placesOf(sent));
      expect(sent.features).toHaveLength(20);
    },
  );
});

interface Collection {
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly coordinates: readonly number[] };
    readonly properties: { readonly description?: string | null };
  }[];
}

function placesOf({ features }: Collection) {
  return features
    .map(({ id, geometry, properties }) => [id, geometry.coordinates, properties.description ?? undefined])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}
