import { copyFile, link, readdir, rename, rm, stat, symlink, truncate, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Location, LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it } from 'vitest';
import { openRaw } from './open-raw.ts';
import { killedStore } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const location: Location = { description: 'x'.repeat(1000), coordinates: { latitude: 1, longitude: 2 } };
const deleted = 'the file was deleted or moved away while it was open';
const replaced = 'another file took the place of the one that is open';
const cutShort = 'the file was cut short while it was open';

it.each([
  ['deleted', deleted, async (path: string) => unlink(path)],
  [
    'deleted with its log',
    deleted,
    async (path: string) => {
      for (const suffix of ['', '-wal', '-shm']) await unlink(`${path}${suffix}`);
    },
  ],
  ['replaced by another store', replaced, replace],
  [
    'moved away with its folder',
    deleted,
    async (path: string) => rename(dirname(path), `${dirname(path)}-old`),
  ],
  ['cut short', cutShort, async (path: string) => truncate(path, (await stat(path)).size / 2)],
  ['emptied', cutShort, async (path: string) => truncate(path, 0)],
])('calls fail at once, and create nothing, if the SQLite file is %s', async (_, problem, harm) => {
  const { path, store } = await openStore();
  await harm(path);
  const before = await filesBeside(path);
  const told = (attempt: string) => ({
    code: 'STORE_UNAVAILABLE',
    message: `Cannot ${attempt} the SQLite store ${JSON.stringify(path)}: ${problem}; put it back, or stop the service and start it again.`,
  });
  await expect(store.get('id-1')).rejects.toMatchObject(told('read from'));
  await expect(readList(store)).rejects.toMatchObject(told('read from'));
  await expect(store.put('after', location)).rejects.toMatchObject(told('write to'));
  await expect(store.replace('id-1', location)).rejects.toMatchObject(told('write to'));
  await expect(store.delete('id-1')).rejects.toMatchObject(told('write to'));
  expect(await filesBeside(path)).toEqual(before);
});

it('an SQLite store works again when its file is back', async () => {
  const { path, store } = await openStore();
  await rename(path, `${path}.away`);
  await expect(store.put('during', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  await rename(`${path}.away`, path);
  await store.put('after', location);
  expect(await store.get('after')).toEqual(location);
  expect(await store.get('during')).toBeUndefined();
});

it('an SQLite store goes on if its file gets a second name', async () => {
  const { path, store } = await openStore();
  await link(path, `${path}.link`);
  await store.put('after', location);
  expect(await store.get('after')).toEqual(location);
});

it('an SQLite store goes on after a VACUUM of another program', async () => {
  const { path, store } = await openStore();
  for (let number = 0; number < 90; number++) await store.delete(`id-${number}`);
  const { size } = await stat(path);
  await openRaw(path, 'VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
  expect((await stat(path)).size).toBeLessThan(size);
  await store.put('after', location);
  expect(await readList(store)).toHaveLength(11);
});

it.each([1, 1000, 2048, 5000])('openSqliteStore refuses a file cut by %i bytes', async (cut) => {
  const path = await temporaryPath();
  await copyFile(await closedStore(), path);
  await truncate(path, (await stat(path)).size - cut);
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: `Cannot open the SQLite store ${JSON.stringify(path)}: the file was cut short; restore it from a backup, or choose another path.`,
  });
});

it('openSqliteStore refuses a file cut short beside its log, and leaves the log', async () => {
  const path = await copyWithLog(await killedStore(location, 3000));
  const log = await stat(`${path}-wal`);
  expect(log.size).toBeGreaterThan(0);
  await truncate(path, Math.floor((await stat(path)).size / 2));
  await expect(openSqliteStore({ path })).rejects.toMatchObject({ code: 'STORE_UNSUITABLE' });
  expect((await stat(`${path}-wal`)).size).toBe(log.size);
});

it('openSqliteStore finds every record of a killed process', async () => {
  const store = await openForTest(await copyWithLog(await killedStore(location, 3000)));
  expect(await readList(store)).toHaveLength(3000);
});

it('openSqliteStore refuses a missing file beside its log, and leaves the log', async () => {
  const path = await copyWithLog(await killedStore(location, 10));
  await rm(path);
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: expect.stringContaining(
      `its log ${JSON.stringify(`${path}-wal`)} was left without its database`,
    ),
  });
  expect((await stat(`${path}-wal`)).size).toBeGreaterThan(0);
});

it('openSqliteStore by a link finds the log beside the file', async () => {
  const path = await copyWithLog(await killedStore(location, 10));
  const other = join(dirname(path), 'link.db');
  await symlink(path, other);
  expect(await readList(await openForTest(other))).toHaveLength(10);
});

async function openStore() {
  const path = await closedStore();
  return { path, store: await openForTest(path) };
}

/** The path of a store with a hundred records, which is closed. */
async function closedStore(): Promise<string> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await Promise.all(Array.from({ length: 100 }, (_, number) => store.put(`id-${number}`, location)));
  await store.close();
  return path;
}

/** A copy that this process has not opened. */
async function copyWithLog(path: string): Promise<string> {
  const copy = await temporaryPath();
  for (const suffix of ['', '-wal']) await copyFile(`${path}${suffix}`, `${copy}${suffix}`);
  return copy;
}

async function replace(path: string): Promise<void> {
  await rename(await closedStore(), path);
}

/** The files in the folder of a path, with their sizes. */
async function filesBeside(path: string): Promise<object> {
  const names = await readdir(dirname(path)).catch(() => []);
  const sizes = names.sort().map(async (name) => [name, (await stat(join(dirname(path), name))).size]);
  return Object.fromEntries(await Promise.all(sizes));
}

async function readList(store: LocationStore): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of store.list()) found.push(...batch.map(([id]) => id));
  return found;
}
