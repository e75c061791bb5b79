import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LocationStore } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describeUnless } from '@location-records/workspace/tests';
import { expect, it, vi } from 'vitest';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-store.ts';

const world = { west: -180, south: -90, east: 180, north: 90 };
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

function at(longitude: number, latitude = 0) {
  return { coordinates: { latitude, longitude } };
}

it('the area index of SQLite is built while the store is in use, and reported', async () => {
  const path = await storeWithRecords(100);
  const onIndexing = vi.fn();
  const store = await openForTest(path, { areas: true, onIndexing });
  await store.put('id-0', at(50));
  const page = await store.within(world, { limit: 1000 });
  expect(page.records).toHaveLength(100);
  expect(page.next).toBeUndefined();
  expect(onIndexing.mock.calls).toEqual([
    ['begin', 100],
    ['end', 100],
  ]);
});

it('the area index of a new or indexed SQLite file needs no build', async () => {
  const path = await temporaryPath();
  const onIndexing = vi.fn();
  for (let round = 0; round < 2; round++) {
    const store = await openSqliteStore({ path, areas: true, onIndexing });
    await store.put(`id-${round}`, at(round));
    expect((await store.within(world, { limit: 10 })).records).toHaveLength(round + 1);
    await store.close();
  }
  expect(onIndexing).not.toHaveBeenCalled();
});

it('the area index of SQLite follows writes of stores without areas and of other programs', async () => {
  const path = await temporaryPath();
  const store = await openForTest(path, { areas: true });
  await (await openForTest(path)).put('a', at(1));
  await openRaw(path, "INSERT INTO locations VALUES ('b', NULL, 0, 2)");
  const { records } = await store.within({ ...world, west: 1, east: 2 }, { limit: 10 });
  expect(records.map(([id]) => id)).toEqual(['a', 'b']);
});

it('a page of an SQLite area query begins where the last one ended, across stripes', async () => {
  const store = await openForTest(await temporaryPath(), { areas: true });
  const count = 500;
  await Promise.all(
    Array.from({ length: count }, (_, number) =>
      store.put(`id-${number}`, at((number * 7) % 20, number % 3)),
    ),
  );
  const found: string[] = [];
  for (let after: Parameters<typeof store.within>[1]['after']; ; ) {
    const { records, next } = await store.within(
      { west: 0, south: 0, east: 10, north: 1 },
      { limit: 7, after },
    );
    found.push(...records.map(([id]) => id));
    if (!next) break;
    after = next;
  }
  const expected = Array.from({ length: count }, (_, number) => number).filter(
    (number) => (number * 7) % 20 <= 10 && number % 3 <= 1,
  );
  expect(found.sort()).toEqual(expected.map((number) => `id-${number}`).sort());
});

it('a page of an SQLite area query ends early among records beside the box', async () => {
  const store = await openForTest(await temporaryPath(), { areas: true });
  await Promise.all(
    Array.from({ length: 9000 }, (_, number) => store.put(`id-${number}`, at(0.2, number / 1000))),
  );
  await store.put('only', at(0.1, 8.9995));
  const box = { west: 0, south: 0, east: 0.1, north: 9 };
  const first = await store.within(box, { limit: 10 });
  expect(first.records).toEqual([]);
  const second = await store.within(box, { limit: 10, after: first.next });
  expect(second.records.map(([id]) => id)).toEqual(['only']);
});

it('a page of an SQLite area query is short if descriptions are long', async () => {
  const store = await openForTest(await temporaryPath(), { areas: true });
  const location = { ...at(1), description: 'x'.repeat(50_000) };
  await Promise.all(Array.from({ length: 200 }, (_, number) => store.put(`id-${number}`, location)));
  const { records, next } = await store.within(world, { limit: 200 });
  expect(records.length).toBeLessThan(200);
  expect(next).toBeDefined();
});

describeUnless(isRoot ? undefined : 'only root of Linux can mount a file system')(
  'without a folder for temporary files',
  () => {
    it('the area index of SQLite is built without a folder for temporary files', async () => {
      const folder = await temporaryFolder();
      await mkdir(join(folder, 'data'));
      const entry = new URL('../../dist/sqlite/index.js', import.meta.url).href;
      const program = `
        const { openSqliteStore } = await import(${JSON.stringify(entry)});
        const path = ${JSON.stringify(join(folder, 'data', 'records.db'))};
        const some = await openSqliteStore({ path });
        const put = (n) => some.put('a long identifier '.repeat(8) + n, { coordinates: { latitude: n % 90, longitude: n % 180 } });
        for (let n = 0; n < 30_000; n += 1000) await Promise.all(Array.from({ length: 1000 }, (_, i) => put(n + i)));
        await some.close();
        const store = await openSqliteStore({ path, areas: true });
        const { records } = await store.within({ west: 0, south: 0, east: 180, north: 90 }, { limit: 5 });
        console.log(records.length);
        await store.close();
      `;
      // A read-only file system, on which only the folder of the database can be written.
      const mounts = [
        `mount -t tmpfs tmpfs ${folder}/data`,
        'mount --bind / /',
        'for place in / /tmp /var/tmp; do mount --bind $place $place; mount -o remount,ro,bind $place; done',
        `mount -t tmpfs tmpfs ${folder}/data`,
        'cd /; exec "$0" --input-type=module --eval "$1"',
      ].join('\n');
      const shell = ['--mount', 'sh', '-ec', mounts, process.execPath, program];
      const { stdout } = await promisify(execFile)('unshare', shell);
      expect(stdout).toBe('5\n');
    });
  },
);

/** The path of a closed store with records, and without the index. */
async function storeWithRecords(count: number): Promise<string> {
  const path = await temporaryPath();
  const store: LocationStore = await openSqliteStore({ path });
  await Promise.all(Array.from({ length: count }, (_, number) => store.put(`id-${number}`, at(number))));
  await store.close();
  return path;
}
