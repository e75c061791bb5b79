import { copyFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadEngine } from '../../src/sqlite/engine.ts';
import { openForWriting } from '../../src/sqlite/writer.ts';
import { createEngineUse, createInterruption } from '../../src/sqlite/writer-protocol.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-folder.ts';

const location = { description: 'Wien', coordinates: { latitude: 48.20817, longitude: 16.37382 } };

describe('opening', () => {
  it('creates a database that a person can query', async () => {
    const path = await temporaryPath();
    const store = await openForTest(path);
    await store.put('vienna', location);
    const other = await openRaw(path);
    onTestFinished(() => other.close());
    expect({ ...(other.prepare('SELECT * FROM locations').get() as object) }).toEqual({
      id: 'vienna',
      description: 'Wien',
      latitude: 48.20817,
      longitude: 16.37382,
    });
    await store.put('vienna', { ...location, description: 'Wien '.repeat(100) });
    expect({ ...(other.prepare('SELECT * FROM records').get() as object) }).toEqual({
      id: 'vienna',
      description: 'Wien '.repeat(100),
      latitude: 48.20817,
      longitude: 16.37382,
    });
    expect(other.prepare('PRAGMA application_id').get()).toMatchObject({ application_id: 0x4c4f4352 });
    expect(other.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 2 });
    expect(other.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  });

  it('creates a database with pages of 2,048 bytes, and leaves those of another one as they are', async () => {
    const [path, other] = [await temporaryPath(), await temporaryPath()];
    const begin =
      'PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; CREATE TABLE gone (a); DROP TABLE gone';
    (await openRaw(other, begin)).close();
    const sizes: unknown[] = [];
    for (const created of [path, other]) {
      await (await openForTest(created)).put('a', location);
      const raw = await openRaw(created);
      onTestFinished(() => raw.close());
      sizes.push({ ...(raw.prepare('PRAGMA page_size').get() as object) });
    }
    expect(sizes).toEqual([{ page_size: 2048 }, { page_size: 4096 }]);
  });

  it.each([
    [512, 8000],
    [2048, 2000],
    [4096, 1000],
    [65_536, 63],
  ])(
    'moves a log of 4 MB into a database with pages of %i bytes, and one of 64 MB with areas',
    async (size, pages) => {
      const path = await temporaryPath();
      (await openRaw(path, `PRAGMA page_size = ${size}; CREATE TABLE gone (a); DROP TABLE gone`)).close();
      for (const [areas, expected] of [
        [false, pages],
        [true, (16 * 4_096_000) / size],
      ] as const) {
        const database = openForWriting(await loadEngine(), {
          ...{ path, areas, create: true, busyTimeout: 1000, maxLogSize: 2 ** 30 },
          ...{ interruption: createInterruption(), engineUse: createEngineUse() },
        });
        onTestFinished(() => database.close());
        expect(Object.values(database.prepare('PRAGMA wal_autocheckpoint').get() as object)).toEqual([
          expected,
        ]);
      }
    },
  );

  it('takes an empty file as a new one', async () => {
    const path = await temporaryPath();
    await writeFile(path, '');
    const store = await openForTest(path);
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
  });

  it('creates the file that a symbolic link leads to', async () => {
    const path = await temporaryPath();
    const link = join(dirname(path), 'link.db');
    await symlink('records.db', link);
    await (await openForTest(link)).put('a', location);
    expect(await (await openForTest(path)).get('a')).toEqual(location);
  });

  it('takes an empty database, as an interrupted creation leaves it, as a new one', async () => {
    const path = await temporaryPath();
    (await openRaw(path, 'PRAGMA journal_mode = WAL; CREATE TABLE gone (a); DROP TABLE gone')).close();
    const store = await openForTest(path);
    await store.put('a', location);
    expect(await store.get('a')).toEqual(location);
  });

  it('keeps views and tables that were added', async () => {
    const path = await temporaryPath();
    await (await openSqliteStore({ path })).close();
    (await openRaw(path, 'CREATE VIEW north AS SELECT id FROM locations WHERE latitude > 0')).close();
    await (await openForTest(path)).put('a', location);
    const other = await openRaw(path);
    onTestFinished(() => other.close());
    expect(other.prepare('SELECT id FROM north').get()).toMatchObject({ id: 'a' });
  });

  it.each(['file:records.db?mode=memory', 'a b%20#?ü.db', '🗺.db', "it's.db"])(
    'takes %j as a plain name',
    async (name) => {
      const path = join(await temporaryFolder(), name);
      const store = await openSqliteStore({ path });
      await store.put('a', location);
      await store.close();
      expect(await readdir(dirname(path))).toContain(name);
      expect(await (await openForTest(path)).get('a')).toEqual(location);
    },
  );

  it('succeeds for all that create the same file at the same moment', async () => {
    const path = await temporaryPath();
    const stores = await Promise.all(Array.from({ length: 6 }, () => openForTest(path)));
    await Promise.all(stores.map((store, number) => store.put(`id-${number}`, location)));
    for (const [number] of stores.entries()) expect(await stores[0]?.get(`id-${number}`)).toEqual(location);
  });

  it('leaves all records in the one file when it is closed', async () => {
    const path = await temporaryPath();
    const store = await openSqliteStore({ path });
    await store.put('a', location);
    await store.close();
    const copy = join(dirname(path), 'copy.db');
    await copyFile(path, copy);
    expect(await (await openForTest(copy)).get('a')).toEqual(location);
  });

  it('leaves all records in the one file when it is closed during a list', async () => {
    const path = await temporaryPath();
    const store = await openSqliteStore({ path });
    await store.put('a', location);
    const list = store.list()[Symbol.asyncIterator]();
    await list.next();
    await store.put('b', location);
    await store.close();
    const log = await stat(`${path}-wal`).catch(() => ({ size: 0 }));
    expect(log.size).toBe(0);
  });
});
