import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeUnless, lacks, makeRecords } from '@location-records/workspace/tests';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadSqlite } from '../../src/geopackage/open-geopackage.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { changeDatabase, readAll, readRecordsOf, writtenGeoPackage } from './written-geopackage.ts';

const run = promisify(execFile);

describe('a file that is not a GeoPackage', () => {
  it('is refused if it is not a database', async () => {
    const path = join(await temporaryFolder(), 'a.gpkg');
    await writeFile(path, '{"type":"FeatureCollection"}'.repeat(10));
    await expect(readAll(path)).rejects.toMatchObject({
      name: 'FormatError',
      code: 'FORMAT_INVALID',
      message: 'This is not a GeoPackage: it is not an SQLite database.',
    });
  });

  it('is refused if it is empty', async () => {
    const path = join(await temporaryFolder(), 'a.gpkg');
    await writeFile(path, '');
    await expect(readAll(path)).rejects.toMatchObject({ code: 'FORMAT_INVALID' });
  });

  it('is refused if it is a store of this service', async () => {
    const path = join(await temporaryFolder(), 'records.db');
    // "LOCR", as the SQLite store of this service has it.
    await changeDatabase(path, (database) => database.exec('PRAGMA application_id = 0x4c4f4352'));
    await expect(readAll(path)).rejects.toThrow('but an SQLite store of this service: open it as a store.');
  });

  it('is refused if it is another database', async () => {
    const path = join(await temporaryFolder(), 'a.db');
    await changeDatabase(path, (database) => database.exec('CREATE TABLE t (x)'));
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'This is not a GeoPackage, but another SQLite database: it has no table "gpkg_contents".',
    });
  });

  it('is missing', async () => {
    const path = join(await temporaryFolder(), 'none.gpkg');
    await expect(readAll(path)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await readdir(dirname(path))).toEqual([]);
  });
});

describe('a damaged GeoPackage', () => {
  it('is refused if only the header is left', async () => {
    const path = await writtenGeoPackage(makeRecords(3));
    await truncate(path, 50);
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'This GeoPackage is cut short.',
    });
  });

  it('is refused if its second half is missing', async () => {
    const path = await writtenGeoPackage(makeRecords(300));
    await truncate(path, Math.floor((await readFile(path)).length / 2));
    await expect(readAll(path)).rejects.toMatchObject({
      code: 'FORMAT_INVALID',
      message: 'This GeoPackage cannot be read: database disk image is malformed.',
    });
  });

  it('is refused if its pages are overwritten', async () => {
    const path = await writtenGeoPackage(makeRecords(300));
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xa5, 100));
    await expect(readAll(path)).rejects.toMatchObject({ code: 'FORMAT_INVALID' });
  });
});

describe('a GeoPackage with a write-ahead log', () => {
  it('is read with the changes of another program that has it open', async () => {
    const path = await writtenGeoPackage(makeRecords(2));
    const { DatabaseSync } = await loadSqlite();
    const writer = new DatabaseSync(path);
    onTestFinished(() => writer.close());
    writer.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0');
    writer.exec('DROP TRIGGER rtree_locations_geom_update3; DROP TRIGGER rtree_locations_geom_update4');
    writer.exec("UPDATE locations SET id = 'changed' WHERE fid = 1");
    expect((await readRecordsOf(path)).map(([id]) => id)).toEqual(['changed', 'id-000001']);
  });

  it('is read without leaving files beside it', async () => {
    const written = await writtenGeoPackage(makeRecords(2));
    // A database with a statement that is not finalized keeps its log.
    await changeDatabase(written, (database) => database.exec('PRAGMA journal_mode = WAL'));
    const path = join(await temporaryFolder(), 'copy.gpkg');
    await copyFile(written, path);
    expect((await readFile(path))[18]).toBe(2);
    expect(await readRecordsOf(path)).toHaveLength(2);
    expect(await readdir(dirname(path))).toEqual(['copy.gpkg']);
  });
});

const isRoot = process.getuid?.() === 0;
/** Root reads and writes all, unless it gives up the right to. */
const lacksPermissions = lacks({ platform: 'linux', ...(isRoot && { program: 'setpriv' }) });

describeUnless(lacksPermissions)('a folder that cannot be written', () => {
  it('does not matter, not even to a GeoPackage with a write-ahead log', async () => {
    const written = await writtenGeoPackage(makeRecords(2));
    await changeDatabase(written, (database) => database.exec('PRAGMA journal_mode = WAL'));
    const folder = join(await temporaryFolder(), 'locked');
    await mkdir(folder);
    await copyFile(written, join(folder, 'a.gpkg'));
    await chmod(join(folder, 'a.gpkg'), 0o444);
    await chmod(folder, 0o555);
    onTestFinished(() => chmod(folder, 0o755));
    const program = [process.execPath, ...process.execArgv, join(import.meta.dirname, 'count-records.ts')];
    const bound = isRoot
      ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', ...program]
      : program;
    const [command, ...args] = bound as [string, ...string[]];
    const { stdout } = await run(command, [...args, join(folder, 'a.gpkg')]);
    expect(stdout).toBe('2\n');
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a GeoPackage is refused with when `node:sqlite` is missing, and the drop-in fails with this error. */
async function refusal(message: string, code?: string): Promise<unknown> {
  vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
  const cause = Object.assign(new Error(message), code && { code });
  return loadSqlite(() => Promise.reject(cause)).catch((error: unknown) => error);
}

it.each([
  [
    'ERR_MODULE_NOT_FOUND',
    "Cannot find package '@location-records/sqlite-node20' imported from /app/index.js",
  ],
  [
    'MODULE_NOT_FOUND',
    "Cannot find module '@location-records/sqlite-node20'\nRequire stack:\n- /app/index.cjs",
  ],
])('if SQLite is missing, the message says what to install (%s)', async (code, message) => {
  expect(await refusal(message, code)).toMatchObject({
    code: 'FORMAT_UNAVAILABLE',
    message:
      'GeoPackage needs SQLite, which this runtime lacks: run npm install @location-records/sqlite-node20, ' +
      'or use Node.js 22.13 or later.',
  });
});

it.each([
  ['ERR_DLOPEN_FAILED', '/app/node_modules/sqlite.node: invalid ELF header'],
  [
    'ERR_MODULE_NOT_FOUND',
    "Cannot find package '@photostructure/sqlite' imported from /app/@location-records/sqlite-node20/dist/index.js",
  ],
])(
  'a drop-in for SQLite that cannot be loaded is refused with the real cause (%s)',
  async (code, message) => {
    expect(await refusal(message, code)).toMatchObject({
      code: 'FORMAT_UNAVAILABLE',
      message: `GeoPackage needs SQLite, and @location-records/sqlite-node20 cannot be loaded: ${message}`,
    });
  },
);
