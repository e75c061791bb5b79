import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeRecords } from '@location-records/workspace/tests';
import { describe, expect, it } from 'vitest';
import { inspectFile, parseFile, readRecords, writeRecords } from '../../src/files/index.ts';
import { changeDatabase } from '../geopackage/written-geopackage.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const records = makeRecords(3);

/** A file with some content in a folder of the test. */
async function fileWith(content: string, name = 'places.csv'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, content);
  return path;
}

describe('readRecords', () => {
  it('rejects with the file, the line and the reason of the first refused record', async () => {
    const path = await fileWith('id,latitude,longitude\na,1,2\nb,unknown,2\n,3,4\n');
    await expect(readRecords(path, { latitude: 'latitude', longitude: 'longitude' })).rejects.toMatchObject({
      name: 'FormatError',
      code: 'RECORD_REFUSED',
      message: `Cannot read ${JSON.stringify(path)}, line 3: "unknown", "2" are no coordinates (SPEC 2)`,
      refused: { index: 2, line: 3, id: 'b' },
    });
  });

  it('names the row of a refused record of a GeoPackage', async () => {
    const path = join(await temporaryFolder(), 'places.gpkg');
    await writeRecords(path, [records]);
    await changeDatabase(path, (database) => {
      for (const number of [1, 2, 3, 4]) database.exec(`DROP TRIGGER rtree_locations_geom_update${number}`);
      database.exec('UPDATE locations SET geom = NULL WHERE fid = 3');
    });
    await expect(readRecords(path)).rejects.toThrow(
      `Cannot read ${JSON.stringify(path)}, row 3: it has no coordinates (SPEC 2)`,
    );
  });

  it('rejects if two different records have one identifier', async () => {
    const path = await fileWith('id,latitude,longitude\na,1,2\nb,3,4\na,5,6\n');
    await expect(readRecords(path)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: `Cannot read ${JSON.stringify(path)}. Different records have one identifier (id): lines 2 and 4 both have "a".`,
    });
    expect(await readRecords(path, { duplicates: 'last' })).toEqual([
      ['a', { coordinates: { latitude: 5, longitude: 6 } }],
      ['b', { coordinates: { latitude: 3, longitude: 4 } }],
    ]);
  });

  it('takes the options of inspect', async () => {
    const path = await fileWith('key|y|x\na|1|2\n');
    expect(await readRecords(path, { delimiter: '|', id: 'key', format: 'csv' })).toHaveLength(1);
    const database = join(await temporaryFolder(), 'places.gpkg');
    await writeRecords(database, [records]);
    expect(await readRecords(database, { format: 'gpkg', layer: 'locations' })).toEqual(records);
    await expect(readRecords(database, { layer: 'towns' })).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: `Cannot read ${JSON.stringify(database)}. This GeoPackage has no layer "towns". It has "locations".`,
    });
  });

  it.each(['places.ndjson', 'places.geojsonl', 'places.geojsons', 'places.geojsonseq'])(
    'reads no records of an empty file named %s',
    async (name) => {
      expect(await readRecords(await fileWith('', name))).toEqual([]);
      await expect(readRecords(await fileWith('x', name))).rejects.toMatchObject({ code: 'FORMAT_UNKNOWN' });
    },
  );

  it.each(['places.csv', 'places.geojson', 'places.json', 'places'])(
    'rejects an empty file named %s, which is not what an empty store is written as',
    async (name) => {
      await expect(readRecords(await fileWith('', name))).rejects.toThrow(/empty/);
    },
  );

  it('recognizes a GeoPackage by its content', async () => {
    const path = join(await temporaryFolder(), 'places.csv');
    await writeRecords(path, [records], { format: 'gpkg' });
    expect(await readRecords(path)).toEqual(records);
  });
});

describe('readRecords rejects if the file', () => {
  it('is missing', async () => {
    const path = join(await temporaryFolder(), 'none.csv');
    await expect(readRecords(path)).rejects.toMatchObject({
      name: 'FileError',
      code: 'ENOENT',
      message: `Cannot read ${JSON.stringify(path)}: there is no such file.`,
      cause: { syscall: 'stat' },
    });
    await expect(readRecords(path, { format: 'gpkg' })).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is a folder', async () => {
    const path = join(await temporaryFolder(), 'folder');
    await mkdir(path);
    await expect(readRecords(path)).rejects.toMatchObject({
      code: 'EISDIR',
      message: `Cannot read ${JSON.stringify(path)}: it is a folder.`,
    });
  });

  it('is of no known format', async () => {
    const path = await fileWith('hello');
    await expect(readRecords(path)).rejects.toMatchObject({
      name: 'FormatError',
      code: 'FORMAT_UNKNOWN',
      message: expect.stringContaining(`Cannot read ${JSON.stringify(path)}. `),
    });
  });
});

describe('parseFile', () => {
  it('opens the file only when the first batch is requested', async () => {
    const path = join(await temporaryFolder(), 'later.csv');
    const entries = parseFile(path);
    await writeFile(path, 'id,latitude,longitude\na,1,2\n');
    expect((await entries.next()).value).toMatchObject([{ line: 2, byte: 22 }]);
    await entries.return(undefined);
  });

  it.each(['places.csv', 'places.geojson', 'places.gpkg'])(
    'closes the file if the iteration stops early: %s',
    async (name) => {
      const path = join(await temporaryFolder(), name);
      await writeRecords(path, [makeRecords(600)]);
      for await (const entries of parseFile(path)) {
        expect(entries.length).toBeLessThan(600);
        break;
      }
      await writeRecords(path, [records]);
      expect(await readRecords(path)).toEqual(records);
    },
  );

  it('reads a pipe', async () => {
    const path = join(await temporaryFolder(), 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    const reading = parseFile(path).next();
    await writeFile(path, 'id,latitude,longitude\na,1,2\n');
    expect((await reading).value).toHaveLength(1);
  });
});

describe('inspectFile', () => {
  it('refuses a pipe, which it could read only once', async () => {
    const path = join(await temporaryFolder(), 'pipe');
    await promisify(execFile)('mkfifo', [path]);
    await expect(inspectFile(path)).rejects.toMatchObject({ name: 'FileError', code: 'EINVAL' });
  });
});
