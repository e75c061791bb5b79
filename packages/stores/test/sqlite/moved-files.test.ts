import { existsSync } from 'node:fs';
import { link, mkdir, readdir, rename, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Location, LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it } from 'vitest';
import { startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-folder.ts';

const location: Location = { description: 'x'.repeat(1000), coordinates: { latitude: 1, longitude: 2 } };
const deleted = 'the file was deleted or moved away while it was open; put it back';
const replaced = 'another file took the place of the one that is open; put it back';

describe('a database that is no longer where it was opened', () => {
  it.each([
    ['deleted', deleted, async (path: string) => unlink(path)],
    ['deleted with its log', deleted, removeAll],
    ['replaced by another store', replaced, replace],
    [
      'moved away with its folder',
      deleted,
      async (path: string) => rename(dirname(path), `${dirname(path)}-old`),
    ],
  ])('fails writes and lists when it was %s, creates nothing, and tells why', async (_, problem, harm) => {
    const { path, store } = await openStore();
    await readList(store);
    await harm(path);
    const before = await filesBeside(path);
    const told = (attempt: string) => ({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining(
        `Cannot ${attempt} the SQLite store ${JSON.stringify(path)}: ${problem}`,
      ),
    });
    // More lists than there are idle connections, so that some would open one.
    const lists = await Promise.allSettled(Array.from({ length: 3 }, () => readList(store)));
    for (const list of lists) expect(list).toMatchObject({ status: 'rejected', reason: told('read from') });
    await expect(store.put('after', location)).rejects.toMatchObject(told('write to'));
    await expect(store.replace('a', location)).rejects.toMatchObject(told('write to'));
    await expect(store.delete('a')).rejects.toMatchObject(told('write to'));
    await expect(store.get('a')).rejects.toMatchObject(told('read from'));
    expect(await filesBeside(path)).toEqual(before);
  });

  it('is noticed by single reads alone', async () => {
    const { path, store } = await openStore();
    await unlink(path);
    const read = () =>
      store.get('a').then(
        () => 'read',
        ({ code }) => code,
      );
    await expect.poll(read, { timeout: 30_000 }).toBe('STORE_UNAVAILABLE');
  });

  it('is used again when it is back', async () => {
    const { path, store } = await openStore();
    await rename(path, `${path}.away`);
    await expect(store.put('during', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(readList(store)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await rename(`${path}.away`, path);
    await store.put('after', location);
    expect(await store.get('a')).toEqual(location);
    expect(await readList(store)).toEqual(['a', 'after']);
  });

  it('is used again when its folder can be looked at again', async () => {
    const { path, store } = await openStore();
    const folder = dirname(path);
    await rename(folder, `${folder}-old`);
    // A link to itself: `stat` of a file behind it fails with ELOOP.
    await symlink(folder, folder);
    await expect(store.put('during', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await unlink(folder);
    await rename(`${folder}-old`, folder);
    await store.put('after', location);
    expect(await readList(store)).toEqual(['a', 'after']);
  });

  it('has all its records where it was moved to, and the other file none of them', async () => {
    const path = await temporaryPath();
    const store = await startStoreProcess(path);
    for (let number = 0; number < 20; number++) await store.put(`id-${number}`, location);
    const away = join(await temporaryFolder(), 'away.db');
    await rename(path, away);
    await rename(await closedStore('other'), path);
    await expect(store.put('late', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await store.kill();
    expect(await readList(await openForTest(away))).toHaveLength(20);
    expect(await readList(await openForTest(path))).toEqual(['other']);
  });

  it('is not confused with another file that a symbolic link leads to now', async () => {
    const path = await temporaryPath();
    await symlink('first.db', path);
    const store = await openForTest(path);
    await store.put('a', location);
    await rename(await closedStore('other'), join(dirname(path), 'second.db'));
    await unlink(path);
    await symlink('second.db', path);
    await expect(store.put('b', location)).rejects.toThrow(replaced);
    await expect(readList(store)).rejects.toThrow(replaced);
  });

  it('may have further names', async () => {
    const { path, store } = await openStore();
    await link(path, `${path}.link`);
    await store.put('b', location);
    await rename(`${path}.link`, path);
    await store.put('c', location);
    expect(await readList(store)).toEqual(['a', 'b', 'c']);
  });
});

describe('a log that is no longer where it was opened', () => {
  it.each([
    ['-wal', 'at once', 1],
    ['-shm', 'within about a second', Number.POSITIVE_INFINITY],
  ])(
    'fails writes when %s was deleted, %s, and keeps what was acknowledged',
    async (suffix, _, maxWrites) => {
      const path = await temporaryPath();
      const store = await startStoreProcess(path);
      for (let number = 0; number < 20; number++) await store.put(`id-${number}`, location);
      await unlink(`${path}${suffix}`);
      const write = () =>
        store.put('after', location).then(
          () => 'acknowledged',
          ({ message }) => message,
        );
      let result = await write();
      for (let writes = 1; result === 'acknowledged' && writes < maxWrites; writes++) result = await write();
      expect(result).toContain(`${JSON.stringify(`${path}${suffix}`)} was deleted or replaced`);
      await store.kill();
      const ids = await readList(await openForTest(path));
      expect(ids.filter((id) => id !== 'after')).toHaveLength(20);
    },
  );
});

it('creates no file for a list', async () => {
  const { path, store } = await openStore();
  await unlink(path);
  await expect(readList(store)).rejects.toThrow();
  expect(existsSync(path)).toBe(false);
});

/** An open store with the record `a`. */
async function openStore(): Promise<{ readonly path: string; readonly store: LocationStore }> {
  const folder = join(await temporaryFolder(), 'data');
  await mkdir(folder);
  const path = join(folder, 'records.db');
  const store = await openForTest(path);
  await store.put('a', location);
  return { path, store };
}

/** The path of a store that is closed and holds one record. */
async function closedStore(id: string): Promise<string> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await store.put(id, location);
  await store.close();
  return path;
}

async function replace(path: string): Promise<void> {
  await rename(await closedStore('other'), path);
}

async function removeAll(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await unlink(`${path}${suffix}`);
}

/** The names of the files in the folder of a database, if that is still there. */
async function filesBeside(path: string): Promise<string[]> {
  return existsSync(dirname(path)) ? (await readdir(dirname(path))).sort() : [];
}

async function readList(store: LocationStore): Promise<string[]> {
  const ids: string[] = [];
  for await (const batch of store.list()) ids.push(...batch.map(([id]) => id));
  return ids;
}
