import { copyFile, readFile, rm } from 'node:fs/promises';
import type { Location, LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { expect, it } from 'vitest';
import { killedStore } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-folder.ts';

const location: Location = { description: 'x'.repeat(3000), coordinates: { latitude: 1, longitude: 2 } };

it('names the log of an earlier file beside one that was restored, and leaves both as they are', async () => {
  const path = await killedStore(location, 1500);
  const backup = await backupOf(2000);
  await rm(path);
  await rm(`${path}-shm`);
  await copyFile(backup, path);
  const [file, log] = [await readFile(path), await readFile(`${path}-wal`)];
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: `Cannot open the SQLite store ${JSON.stringify(path)}: the file and its log ${JSON.stringify(`${path}-wal`)} do not belong together, or are damaged; if the file was restored from a backup, move that log away, otherwise restore both.`,
  });
  expect(file.equals(await readFile(path))).toBe(true);
  expect(log.equals(await readFile(`${path}-wal`))).toBe(true);
  await rm(`${path}-wal`);
  await rm(`${path}-shm`, { force: true });
  expect(await countOf(await openForTest(path))).toBe(2000);
});

it('names a log that is longer than the file beside it', async () => {
  const path = await killedStore(location, 1500);
  const backup = await backupOf(20);
  await rm(path);
  await copyFile(backup, path);
  await expect(openSqliteStore({ path })).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: expect.stringContaining(`or its log ${JSON.stringify(`${path}-wal`)} is that of another file`),
  });
});

it('opens a file with the log that is its own', async () => {
  expect(await countOf(await openForTest(await killedStore(location, 1500)))).toBe(1500);
});

/** The path of another store with so many records, which is closed. */
async function backupOf(count: number): Promise<string> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await Promise.all(
    Array.from({ length: count }, (_, number) => store.put(`${(number * 7919) % count}`, location)),
  );
  await store.close();
  return path;
}

async function countOf(store: LocationStore): Promise<number> {
  let count = 0;
  for await (const batch of store.list()) count += batch.length;
  return count;
}
