import { copyFile, stat, truncate } from 'node:fs/promises';
import type { Location, LocationStore, StoreError } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { killedStore } from './start-store-process.ts';
import { temporaryPath } from './temporary-folder.ts';

const location: Location = {
  description: 'x'.repeat(3000),
  coordinates: { latitude: 48.25, longitude: 16.125 },
};

describe('a database that was cut short by', () => {
  it.each([6, 1000, 4096, 5000])('%i bytes is refused', async (cut) => {
    const path = await closedStore(20);
    await truncate(path, (await stat(path)).size - cut);
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: expect.stringMatching(/the file (was cut short|is damaged); restore it from a backup/),
    });
  });
});

const timeout = 300_000;

describe('a database that is cut at any length is refused, or has every record as it was', {
  timeout,
}, () => {
  it('where it was closed', async () => {
    await checkAllCuts(await closedStore(20), 20, ['']);
  });

  it('where it has a log', async () => {
    await checkAllCuts(await killedStore(location, 600), 600, ['', '-wal']);
  });
});

/** The path of a store with so many records that is closed, and so has no log. */
async function closedStore(count: number): Promise<string> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path });
  await Promise.all(Array.from({ length: count }, (_, number) => store.put(`id-${number}`, location)));
  await store.close();
  return path;
}

/** Cuts copies of a database, beside which lie the files with the `suffixes`. */
async function checkAllCuts(path: string, count: number, suffixes: readonly string[]): Promise<void> {
  const { size } = await stat(path);
  // An empty file is a new store, as everywhere in SQLite.
  const anywhere = fc.integer({ min: 1, max: size - 1 });
  const length = fc.oneof(anywhere, fc.integer({ min: size - 8192, max: size - 1 }));
  const cutAt = fc.asyncProperty(length, async (cutLength) => {
    const target = await temporaryPath();
    for (const suffix of suffixes) await copyFile(`${path}${suffix}`, `${target}${suffix}`);
    await truncate(target, cutLength);
    const opened = await openSqliteStore({ path: target }).catch((error: StoreError) => error.code);
    if (typeof opened === 'string') expect(opened).toBe('STORE_UNSUITABLE');
    else await expectAll(opened, count).finally(() => opened.close());
  });
  await fc.assert(cutAt, { numRuns: 30, endOnFailure: true });
}

async function expectAll(store: LocationStore, count: number): Promise<void> {
  let listed = 0;
  for await (const batch of store.list()) {
    for (const record of batch) expect(record[1]).toEqual(location);
    listed += batch.length;
  }
  expect(listed).toBe(count);
}
