import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type StoreProcess, startStoreProcess } from './start-store-process.ts';
import { openForTest, temporaryPath } from './temporary-store.ts';

const run = promisify(execFile);
const location = { description: 'x'.repeat(20_000), coordinates: { latitude: 1, longitude: 2 } };
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

describeUnless(isRoot ? undefined : 'only root of Linux can mount a disk')(
  'an SQLite store on a disk',
  () => {
    it('an SQLite store on a full disk keeps acknowledged writes, reads, and writes again when space is free', async () => {
      const folder = await mountDisk('size=2m');
      const store = await openForTest(join(folder, 'records.db'));
      await writeFile(join(folder, 'filling'), Buffer.alloc(1024 * 1024));
      const acknowledged: string[] = [];
      const failure = await putUntilFailure((id) => store.put(id, location), acknowledged);
      expect(failure).toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(
          /: (the disk is full; free some space|the disk reports an error; check the disk and the space that is left on it)\.$/,
        ),
      });
      for (const id of acknowledged) expect(await store.get(id)).toEqual(location);
      await rm(join(folder, 'filling'));
      await store.put('after', location);
      expect(await store.get('after')).toEqual(location);
    });

    it('an SQLite store on a full disk works without its area index, and says why', async () => {
      const folder = await mountDisk('size=6m');
      const path = join(folder, 'records.db');
      const before = await openSqliteStore({ path });
      const short = { coordinates: { latitude: 1, longitude: 2 } };
      await Promise.all(Array.from({ length: 20_000 }, (_, number) => before.put(`id-${number}`, short)));
      await before.close();
      const { bavail, bsize } = await statfs(folder);
      await writeFile(join(folder, 'filling'), Buffer.alloc(bavail * bsize - 131_072));
      const onWarning = vi.fn();
      const store = await openForTest(path, { areas: true, onWarning });
      const problem = {
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(
          /^Cannot index the SQLite store .*: the disk (is full|reports an error); /,
        ),
      };
      const world = { west: -180, south: -90, east: 180, north: 90 };
      await expect(store.within(world, { limit: 1 })).rejects.toMatchObject(problem);
      expect(onWarning.mock.calls).toEqual([[expect.objectContaining(problem)]]);
      await store.put('id-1', { coordinates: { latitude: 3, longitude: 4 } });
      expect(await store.get('id-2')).toEqual(short);
    });

    it.each([0, 12])('openSqliteStore fails with the remedy on a disk with %i KiB left', async (left) => {
      const folder = await mountDisk('size=512k');
      await writeFile(join(folder, 'filling'), Buffer.alloc((512 - left) * 1024));
      await expect(openSqliteStore({ path: join(folder, 'records.db') })).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringContaining('space'),
      });
    });
  },
);

// A limit of a running process can be moved on Linux only.
describeUnless(lacks({ platform: 'linux' }))('an SQLite file that may not grow', () => {
  it('an SQLite file that may not grow fails writes, not reads, until it may grow again', async () => {
    const store = await startStoreProcess(await temporaryPath());
    await store.put('before', location);
    await limitFileSize(store, '1000000:unlimited');
    const failure = await putUntilFailure((id) => store.put(id, location));
    expect(failure).toMatchObject({ code: 'STORE_UNAVAILABLE' });
    await expect(store.put('during', location)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
    expect(await store.get('before')).toEqual(location);
    await limitFileSize(store, 'unlimited:unlimited');
    await store.put('after', location);
    expect(await store.get('after')).toEqual(location);
    expect(await store.get('during')).toBeUndefined();
  });
});

async function limitFileSize(store: StoreProcess, limits: string): Promise<void> {
  await run('prlimit', ['--pid', String(store.child.pid), `--fsize=${limits}`]);
}

async function putUntilFailure(put: (id: string) => Promise<void>, done: string[] = []): Promise<unknown> {
  for (let number = 0; number < 1000; number++) {
    try {
      await put(`${number}`);
      done.push(`${number}`);
    } catch (error) {
      return error;
    }
  }
  return undefined;
}

/** The folder of a small disk, which goes with the test. */
async function mountDisk(options: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  await run('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);
  onTestFinished(async () => {
    // Lazily, as some engines close their files late.
    await run('umount', ['--lazy', folder]);
    await rm(folder, { recursive: true });
  });
  return folder;
}
