import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSqliteStore, type SqliteStoreOptions } from '@location-records/stores/sqlite';
import { expect, it } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-store.ts';

const location = { description: 'Wien', coordinates: { latitude: 48.20817, longitude: 16.37382 } };

it('openSqliteStore creates a database with a write-ahead log and one table', async () => {
  const path = await temporaryPath();
  await (await openForTest(path)).put('vienna', location);
  const other = await openRaw(path);
  expect(other.prepare('SELECT name FROM sqlite_schema').all()).toMatchObject([{ name: 'locations' }]);
  expect(other.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
});

it('openSqliteStore takes an empty file or database as a new one', async () => {
  const [file, database] = [await temporaryPath(), await temporaryPath()];
  await writeFile(file, '');
  await openRaw(database, 'PRAGMA journal_mode = WAL; CREATE TABLE gone (a); DROP TABLE gone');
  for (const path of [file, database]) {
    const store = await openForTest(path);
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
  }
});

it('openSqliteStore takes a restored dump, with and without areas', async () => {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path, areas: true });
  await store.put('a', location);
  await store.close();
  const restored = await temporaryPath();
  await openRaw(restored, await dump(path));
  expect(await (await openForTest(restored)).get('a')).toEqual(location);
  const page = await (await openForTest(restored, { areas: true })).within(
    { west: 16, south: 48, east: 17, north: 49 },
    { limit: 10 },
  );
  expect(page.records).toEqual([['a', location]]);
});

it('openSqliteStore takes a table written with other spaces and cases', async () => {
  const path = await temporaryPath();
  const sql = await tableOf(await createdPath());
  await openRaw(
    path,
    sql.replaceAll('\n', ' ').replace('CREATE TABLE locations', 'create table "locations"'),
  );
  await (await openForTest(path)).put('a', location);
});

it('openSqliteStore keeps views and tables that another program added', async () => {
  const path = await createdPath();
  await openRaw(path, 'CREATE VIEW north AS SELECT id FROM locations WHERE latitude > 0');
  await (await openForTest(path)).put('a', location);
  const other = await openRaw(path);
  expect(other.prepare('SELECT id FROM north').get()).toMatchObject({ id: 'a' });
});

it('openSqliteStore creates the file that a symbolic link leads to', async () => {
  const path = await temporaryPath();
  const link = join(dirname(path), 'link.db');
  await symlink('records.db', link);
  await (await openForTest(link)).put('a', location);
  expect(await (await openForTest(path)).get('a')).toEqual(location);
});

it.each(['file:records.db?mode=memory', 'a b%20#?ü.db', '🗺.db', "it's.db"])(
  'openSqliteStore takes %j as a plain name',
  async (name) => {
    const path = join(await temporaryFolder(), name);
    const store = await openSqliteStore({ path });
    await store.put('a', location);
    await store.close();
    expect(await readdir(dirname(path))).toContain(name);
    expect(await (await openForTest(path)).get('a')).toEqual(location);
  },
);

it('stores that create one SQLite file at once all open', async () => {
  const path = await temporaryPath();
  const stores = await Promise.all(Array.from({ length: 6 }, () => openForTest(path)));
  await Promise.all(stores.map((store, number) => store.put(`id-${number}`, location)));
  for (const [number] of stores.entries()) expect(await stores[0]?.get(`id-${number}`)).toEqual(location);
});

it('openSqliteStore rejects if its signal is aborted, and the store ignores it later', async () => {
  const path = await temporaryPath();
  const reason = new Error('not wanted any more');
  await expect(openSqliteStore({ path, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(await readdir(dirname(path))).toEqual([]);
  const controller = new AbortController();
  const store = await openForTest(path, { signal: controller.signal });
  controller.abort(reason);
  await store.put('a', location);
});

it('openSqliteStore can be aborted at any moment', async () => {
  for (let turns = 0; turns < 40; turns++) {
    const path = await temporaryPath();
    const controller = new AbortController();
    const opening = openSqliteStore({ path, signal: controller.signal });
    const ending = opening.then((store) => store.close()).catch((error: unknown) => error);
    await setTimeout(turns);
    controller.abort('not wanted any more');
    expect([undefined, 'not wanted any more']).toContain(await ending);
  }
});

it('closing an SQLite store leaves all records in one file', async () => {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  const write = store.put('a', location);
  await store.close();
  await write;
  const copy = join(dirname(path), 'copy.db');
  await copyFile(path, copy);
  expect(await (await openForTest(copy)).get('a')).toEqual(location);
});

it('disposing of an SQLite store closes it', async () => {
  const store = await openSqliteStore({ path: await temporaryPath() });
  await store[Symbol.asyncDispose]();
  await expect(store.get('a')).rejects.toThrow(expect.objectContaining({ code: 'STORE_CLOSED' }));
});

it('openSqliteStore refuses a folder that is missing or a file', async () => {
  const folder = await temporaryFolder();
  const missing = join(folder, 'missing');
  const file = join(folder, 'file');
  await writeFile(file, 'text');
  for (const wrong of [missing, file]) {
    const problem = `the folder ${JSON.stringify(wrong)} does not exist; create it, or choose another path`;
    await expectRefusal({ path: join(wrong, 'a.db') }, 'STORE_UNAVAILABLE', problem);
  }
});

it('openSqliteStore refuses a folder', async () => {
  const path = await temporaryPath();
  await mkdir(path);
  await expectRefusal({ path }, 'STORE_UNSUITABLE', 'it is not a regular file; name a file');
});

it('openSqliteStore refuses a file that is not a database', async () => {
  const path = await temporaryPath();
  await writeFile(path, 'a text '.repeat(1000));
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    'the file is not an SQLite database; choose another path',
  );
});

it('openSqliteStore refuses the database of another program', async () => {
  const path = await temporaryPath();
  (await openRaw(path, 'CREATE TABLE notes (text)')).close();
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    'it is the database of another program; choose another path',
  );
});

it.each([
  ['fewer columns', 'CREATE TABLE locations (id TEXT PRIMARY KEY, latitude REAL, longitude REAL)'],
  ['identifiers without case', 'COLLATE NOCASE'],
])('openSqliteStore refuses a table with %s', async (_, change) => {
  const path = await temporaryPath();
  const own = await tableOf(await createdPath());
  const sql = change.startsWith('CREATE') ? change : own.replace('NOT NULL', `NOT NULL ${change}`);
  (await openRaw(path, sql)).close();
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    'its table "locations" differs from the one that this service creates; choose another path',
  );
});

it('openSqliteStore refuses another index with the name of its area index', async () => {
  const path = await createdPath();
  (
    await openRaw(
      path,
      'CREATE INDEX locations_by_place ON locations (latitude); PRAGMA wal_checkpoint(TRUNCATE)',
    )
  ).close();
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    'its index "locations_by_place" differs from the one that this service creates; drop that index, and open the store again',
  );
});

it.each([
  [
    'trigger',
    'CREATE TRIGGER "swallow all" AFTER INSERT ON locations BEGIN DELETE FROM locations WHERE id = new.id; END',
    'DROP TRIGGER "swallow all";',
  ],
  ['unique index', 'CREATE UNIQUE INDEX one_each ON LOCATIONS (description)', 'DROP INDEX "one_each";'],
  ['index', 'CREATE INDEX by_text ON locations (description)', 'DROP INDEX "by_text";'],
])('openSqliteStore refuses a table with a foreign %s, and says how to remove it', async (_, sql, remedy) => {
  const path = await createdPath();
  (await openRaw(path, `${sql}; PRAGMA wal_checkpoint(TRUNCATE)`)).close();
  const [, type, name] = /DROP (\w+) (.*);/.exec(remedy) ?? [];
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    `its table "locations" has the ${type?.toLowerCase()} ${name}, which this service has not created, and which may change what is written; run ${remedy} or choose another path`,
  );
  (await openRaw(path, remedy)).close();
  await (await openForTest(path, { areas: true })).put('a', location);
});

it('openSqliteStore names at most three of many foreign triggers', async () => {
  const path = await createdPath();
  const trigger = (name: string) =>
    `CREATE TRIGGER ${name} AFTER INSERT ON locations BEGIN SELECT 1; END; PRAGMA wal_checkpoint(TRUNCATE);`;
  (await openRaw(path, ['a', 'b', 'c', 'd'].map(trigger).join(''))).close();
  await expectRefusal(
    { path },
    'STORE_UNSUITABLE',
    'its table "locations" has the trigger "a" and 3 more triggers or indexes, which this service has not created, and which may change what is written; run DROP TRIGGER "a"; DROP TRIGGER "b"; DROP TRIGGER "c"; or',
  );
});

it.skipIf(process.platform === 'win32')(
  'openSqliteStore creates files that their owner alone can read, and leaves the permissions of others',
  async () => {
    const path = await temporaryPath();
    const permissions = async (file: string) => ((await stat(file)).mode & 0o777).toString(8);
    const store = await openForTest(path);
    await store.put('a', location);
    const modes = ['', '-wal', '-shm'].map((ending) => permissions(path + ending));
    expect(await Promise.all(modes)).toEqual(['600', '600', '600']);
    const shared = await temporaryPath();
    await writeFile(shared, '');
    await chmod(shared, 0o640);
    await (await openForTest(shared)).put('a', location);
    expect(await permissions(shared)).toBe('640');
  },
);

it('openSqliteStore with create: false refuses what is missing, empty or incomplete', async () => {
  const path = await temporaryPath();
  const create = false;
  await expectRefusal({ path, create }, 'STORE_UNAVAILABLE', 'the file does not exist; check the path');
  await writeFile(path, '');
  await expectRefusal({ path, create }, 'STORE_UNAVAILABLE', 'the file is empty; check the path');
  const empty = await temporaryPath();
  (await openRaw(empty, 'CREATE TABLE gone (a); DROP TABLE gone')).close();
  await expectRefusal(
    { path: empty, create },
    'STORE_UNSUITABLE',
    'it has no table "locations" yet; check the path',
  );
  await expectRefusal(
    { path: await createdPath(), create, areas: true },
    'STORE_UNSUITABLE',
    'its index of area queries is missing; open it once with the option "areas" to build it',
  );
});

async function expectRefusal(options: SqliteStoreOptions, code: string, problem: string): Promise<void> {
  const before = await contentOf(dirname(options.path));
  await expect(openSqliteStore(options)).rejects.toMatchObject({
    code,
    message: expect.stringContaining(
      `Cannot open the SQLite store ${JSON.stringify(options.path)}: ${problem}`,
    ),
  });
  expect(await contentOf(dirname(options.path))).toEqual(before);
}

/**
 * The files of a folder with their content, without those that SQLite only makes while a database is open.
 */
async function contentOf(folder: string): Promise<object> {
  const names = await readdir(folder).catch(() => []);
  const files = names
    .filter((name) => !/-(wal|shm)$/.test(name))
    .map(async (name) => {
      const content = await readFile(join(folder, name)).catch(() => 'a folder');
      return [name, createHash('sha256').update(content).digest('hex')];
    });
  return Object.fromEntries(await Promise.all(files));
}

/** The path of a new store, which is closed. */
async function createdPath(): Promise<string> {
  const path = await temporaryPath();
  await (await openSqliteStore({ path })).close();
  return path;
}

async function tableOf(path: string): Promise<string> {
  const found = (await openRaw(path)).prepare("SELECT sql FROM sqlite_schema WHERE name = 'locations'").get();
  return (found as { readonly sql: string }).sql;
}

/** The database as SQL, as `sqlite3 <path> .dump` writes it. */
async function dump(path: string): Promise<string> {
  return (await promisify(execFile)('sqlite3', [path, '.dump'])).stdout;
}
