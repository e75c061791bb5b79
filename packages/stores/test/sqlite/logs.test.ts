import { copyFile, readFile, rename, stat, symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Location } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, expect, it } from 'vitest';
import { killedStore } from './start-store-process.ts';
import { openForTest, temporaryFolder, temporaryPath } from './temporary-folder.ts';

const location: Location = { description: 'x'.repeat(3000), coordinates: { latitude: 1, longitude: 2 } };

describe('a log without its database is refused, and kept', () => {
  it.each([
    ['missing', unlink],
    ['empty', async (path: string) => truncate(path)],
  ])('when the file is %s', async (_, damage) => {
    const path = await killedStore(location, 1);
    await rename(path, `${path}.kept`);
    await copyFile(`${path}.kept`, path);
    await damage(path);
    const log = await readFile(`${path}-wal`);
    await expect(openSqliteStore({ path })).rejects.toMatchObject({
      code: 'STORE_UNSUITABLE',
      message: `Cannot open the SQLite store ${JSON.stringify(path)}: the log ${JSON.stringify(`${path}-wal`)} was left without its database, which is missing or empty; put that file back, choose another path, or move the log away to begin without its records.`,
    });
    expect(await readFile(`${path}-wal`)).toEqual(log);
    await rename(`${path}.kept`, path);
    expect(await (await openForTest(path)).get('id-0')).toEqual(location);
  });

  it.each([
    ['leads', async (path: string) => truncate(path)],
    ['led', unlink],
  ])('when it lies beside the file that a link %s to', async (_, damage) => {
    const path = await killedStore(location, 1);
    const link = join(await temporaryFolder(), 'link.db');
    await symlink(path, link);
    await damage(path);
    await expect(openSqliteStore({ path: link })).rejects.toThrow(JSON.stringify(`${path}-wal`));
  });

  it('but an empty log is none', async () => {
    const path = await temporaryPath();
    await writeFile(`${path}-wal`, '');
    await openForTest(path);
  });
});

describe('a database that was cut short while it had a log', () => {
  it('is refused, and left as it is', async () => {
    const path = await killedStore(location, 2000);
    const { size } = await stat(path);
    await truncate(path, size / 2);
    for (let time = 0; time < 2; time++) {
      await expect(openSqliteStore({ path })).rejects.toMatchObject({
        code: 'STORE_UNSUITABLE',
        message: `Cannot open the SQLite store ${JSON.stringify(path)}: the file was cut short, or its log ${JSON.stringify(`${path}-wal`)} is that of another file; restore the file from a backup and move that log away, or choose another path.`,
      });
      expect((await stat(path)).size).toBe(size / 2);
    }
  });

  it('is opened when the log makes up for all that is missing', async () => {
    const path = await killedStore(location, 100);
    const { size } = await stat(path);
    expect((await stat(`${path}-wal`)).size).toBeGreaterThan(size);
    await truncate(path, size / 2);
    expect(await (await openForTest(path)).get('id-99')).toEqual(location);
  });

  it('is opened when only a transaction that was never finished needs more', async () => {
    const path = await killedStore(location, 100);
    const log = await readFile(`${path}-wal`);
    // As a power cut leaves it: the last page of the last transaction did not reach the disk.
    await truncate(`${path}-wal`, log.length - 100);
    await (await openForTest(path)).put('a', location);
  });
});
