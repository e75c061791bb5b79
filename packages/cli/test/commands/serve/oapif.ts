import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocationRecord } from '@location-records/core';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHere } from '../../run-here.ts';

const run = promisify(execFile);

/** Identifier, longitude, latitude and description. */
type Row = readonly [id: string, longitude: number, latitude: number, description: string | undefined];

/** Tests that GDAL's driver OAPIF reads this many records from a service by its address. */
export function testOapif(count: number, pageSize: number): void {
  describeUnless(lacks({ program: 'ogr2ogr' }))(`GDAL, by OGC API Features with ${count} records`, () => {
    const records = Array.from({ length: count }, (_, number) => recordOf(number));
    let folder: string;
    let served: Awaited<ReturnType<typeof serveHere>>;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'location-records-oapif-'));
      const file = join(folder, 'records.json');
      await writeFile(file, JSON.stringify(records));
      served = await serveHere(['--data', file, '--quiet']);
    });

    afterAll(async () => {
      await served?.stop();
      await rm(folder, { recursive: true });
    });

    /** The records that GDAL finds, and what it complains about. */
    async function read(name: string, ...args: readonly string[]) {
      const file = join(folder, `${name}.geojson`);
      const layer = ['-f', 'GeoJSON', '-lco', 'COORDINATE_PRECISION=15', file, `OAPIF:${served.url}/-/ogc`];
      const { stderr } = await run('ogr2ogr', ['-oo', `PAGE_SIZE=${pageSize}`, ...args, ...layer]);
      const { features } = JSON.parse(await readFile(file, 'utf8')) as Collection;
      const rows = features.map(({ geometry, properties: { id, description } }): Row => {
        const [longitude, latitude] = geometry.coordinates;
        return [id, longitude, latitude, description ?? undefined];
      });
      return { rows: rows.sort(byId), stderr };
    }

    test('reads every record once, with descriptions that the first page does not have', async () => {
      expect(await read('all')).toEqual({ rows: records.map(rowOf).sort(byId), stderr: '' });
    });

    test('counts the records in a layer of points on WGS 84', async () => {
      const layer = [`OAPIF:${served.url}/-/ogc`, 'records'];
      const { stdout, stderr } = await run('ogrinfo', ['-so', '-oo', `PAGE_SIZE=${pageSize}`, ...layer]);
      for (const part of [`Feature Count: ${count}`, 'Geometry: Point', 'GEOGCRS["WGS 84"']) {
        expect(stdout).toContain(part);
      }
      expect(stderr).toBe('');
    });

    test('reads the records of a box with -spat', async () => {
      const [west, south, east, north] = [170, -10.5, 180, 10.5];
      const inBox = records.map(rowOf).filter(([, longitude, latitude]) => {
        return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
      });
      expect(inBox.length).toBeGreaterThan(0);
      const { rows } = await read('box', '-spat', ...[west, south, east, north].map(String));
      expect(rows).toEqual(inBox.sort(byId));
    });
  });
}

interface Collection {
  readonly features: readonly {
    readonly geometry: { readonly coordinates: readonly [number, number] };
    readonly properties: { readonly id: string; readonly description?: string | null };
  }[];
}

/** Records all over the globe, of which the first ones that a client sees have no description. */
function recordOf(number: number): LocationRecord {
  const coordinates = {
    latitude: ((number * 7) % 721) / 4 - 90,
    longitude: ((number * 11) % 2881) / 8 - 180,
  };
  const description = coordinates.latitude < -80 ? undefined : `place ${number}: "ü"`;
  return [`a/${number}%`, description === undefined ? { coordinates } : { description, coordinates }];
}

function rowOf([id, { description, coordinates }]: LocationRecord): Row {
  return [id, coordinates.longitude, coordinates.latitude, description];
}

function byId([a]: Row, [b]: Row): number {
  return a < b ? -1 : 1;
}
