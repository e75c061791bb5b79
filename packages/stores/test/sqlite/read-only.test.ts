import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isAreaStore } from '@location-records/core/areas';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describeUnless, lacks } from '@location-records/workspace/tests';
import { expect, it, onTestFinished } from 'vitest';
import { cannotMount, mountReadOnly } from './mount-read-only.ts';
import { openRaw } from './open-raw.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-store.ts';

const run = promisify(execFile);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
const location = { description: 'Wien', coordinates: { latitude: 48.20817, longitude: 16.37382 } };

/** A closed file with one record. */
async function filledPath(options: { readonly areas?: boolean } = {}): Promise<string> {
  const path = await temporaryPath();
  const store = await openSqliteStore({ path, ...options });
  await store.put('vienna', location);
  await store.close();
  return path;
}

it('a read-only SQLite store reads, refuses writes, and leaves the file as it was', async () => {
  const path = await filledPath();
  const before = await readFile(path);
  const store = await openSqliteStore({ path, readOnly: true });
  expect(await store.get('vienna')).toEqual(location);
  const refusal = { code: 'STORE_UNSUITABLE', message: expect.stringContaining('takes no writes') };
  await expect(store.put('a', location)).rejects.toMatchObject(refusal);
  await expect(store.replace('vienna', location)).rejects.toMatchObject(refusal);
  await expect(store.exchange('vienna', undefined, location)).rejects.toMatchObject(refusal);
  await expect(store.delete('vienna')).rejects.toMatchObject(refusal);
  await store.close();
  expect(await readFile(path)).toEqual(before);
});

it('a read-only SQLite store sees what another store writes meanwhile', async () => {
  const path = await filledPath();
  const reader = await openForTest(path, { readOnly: true });
  const writer = await openForTest(path);
  await writer.put('linz', location);
  expect(await reader.get('linz')).toEqual(location);
});

it('a read-only SQLite store has area queries if the file has their index', async () => {
  for (const areas of [true, false]) {
    const store = await openForTest(await filledPath({ areas }), { readOnly: true });
    expect(isAreaStore(store)).toBe(areas);
  }
});

it('a read-only SQLite store without the index is refused if areas are asked for', async () => {
  await expect(
    openSqliteStore({ path: await filledPath(), readOnly: true, areas: true }),
  ).rejects.toMatchObject({
    code: 'STORE_UNSUITABLE',
    message: expect.stringContaining('index of area queries is missing; open it once'),
  });
});

it('opening a missing file read-only creates none', async () => {
  const path = await temporaryPath();
  await expect(openSqliteStore({ path, readOnly: true })).rejects.toMatchObject({
    message: expect.stringContaining('the file does not exist; check the path'),
  });
  expect(await readdir(join(path, '..'))).toEqual([]);
});

it('a read-only store cannot be asked to create', async () => {
  const opened = openSqliteStore({ path: await temporaryPath(), readOnly: true, create: true });
  await expect(opened).rejects.toMatchObject({ name: 'OptionError', option: 'create' });
});

describeUnless(cannotMount)('a read-only mount of the folder of a store', () => {
  it('a list and an area query go on when a writer of the file begins', async () => {
    const path = await filledPath({ areas: true });
    const mounted = await mountReadOnly(join(path, '..'));
    onTestFinished(mounted.end);
    const reader = await openForTest(join(mounted.path, 'records.db'), { readOnly: true });
    const box = { west: 16, south: 48, east: 17, north: 49 };
    if (!isAreaStore(reader)) throw new Error('It has no area queries.');
    expect((await reader.within(box, { limit: 9 })).records).toHaveLength(1);
    const writer = await openForTest(path, { areas: true });
    await writer.put('linz', location);
    expect((await reader.within(box, { limit: 9 })).records).toHaveLength(2);
    await writer.close();
    expect(await reader.get('linz')).toEqual(location);
  });
});

describeUnless(lacks({ platform: 'linux', ...(isRoot && { program: 'setpriv' }) }))(
  'a file and a folder that this user may not write to',
  () => {
    /** Reads the identifiers in a process that has no right to write. */
    async function readIn(path: string): Promise<string> {
      const entry = import.meta.resolve('../../src/sqlite/index.ts');
      const program = `
        const { openSqliteStore } = await import(${JSON.stringify(entry)});
        try {
          const store = await openSqliteStore({ path: ${JSON.stringify(path)}, readOnly: true });
          for await (const batch of store.list()) console.log(batch.map(([id]) => id).join());
          await store.close();
        } catch (error) {
          console.log(error.message);
        }
      `;
      const node = [process.execPath, ...process.execArgv, '--input-type=module', '--eval', program];
      const line = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', ...node] : node;
      const [command, ...args] = line as [string, ...string[]];
      return (await run(command, args)).stdout.trim();
    }

    async function lock(folder: string): Promise<void> {
      for (const name of await readdir(folder)) await chmod(join(folder, name), 0o444);
      await chmod(folder, 0o555);
      onTestFinished(() => chmod(folder, 0o755));
    }

    it('are read, closed and while a store has them open', async () => {
      const path = await filledPath();
      const folder = join(path, '..');
      await lock(folder);
      expect(await readIn(path)).toBe('vienna');
      await chmod(folder, 0o755);
      await chmod(path, 0o644);
      const writer = await openForTest(path);
      await writer.put('linz', location);
      await lock(folder);
      expect(await readIn(path)).toBe('linz,vienna');
    });

    it('are read with what a process that was killed left in the log', async () => {
      const path = await filledPath();
      const writer = await openForTest(path);
      await writer.put('linz', location);
      const folder = join(await temporaryFolder(), 'copy');
      await mkdir(folder);
      for (const end of ['', '-wal', '-shm']) {
        await copyFile(`${path}${end}`, join(folder, `records.db${end}`));
      }
      await lock(folder);
      expect(await readIn(join(folder, 'records.db'))).toBe('linz,vienna');
    });

    it('are refused, with what to do, if such a log cannot be recovered there', async () => {
      const path = await filledPath();
      const writer = await openForTest(path);
      await writer.put('linz', location);
      const folder = join(await temporaryFolder(), 'copy');
      await mkdir(folder);
      for (const end of ['', '-wal']) await copyFile(`${path}${end}`, join(folder, `records.db${end}`));
      await lock(folder);
      expect(await readIn(join(folder, 'records.db'))).toContain(
        'its log must be recovered; open it once as a user who may write to it',
      );
    });

    it('are read if the folder alone may be written', async () => {
      const path = await filledPath();
      await chmod(path, 0o444);
      expect(await readIn(path)).toBe('vienna');
    });
  },
);

it('a file without a write-ahead log, such as a backup, is read', async () => {
  const path = await filledPath();
  const copy = await temporaryPath();
  await openRaw(path, `VACUUM INTO '${copy}'`);
  const store = await openForTest(copy, { readOnly: true });
  expect(await store.get('vienna')).toEqual(location);
});
