import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere } from '../../run-here.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-restore-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const places = Array.from(
  { length: 500 },
  (_, number): LocationRecord => [
    `place ${number}`,
    { description: 'x'.repeat(100), coordinates: { latitude: number % 90, longitude: number % 180 } },
  ],
);

const fillFile = createFiller();

/** A backup, and the URL of the store that it is of. */
async function makeBackup() {
  const store = await fillFile(join(folder, 'places.db'), places, true);
  const file = join(folder, 'backup.db');
  expect((await command('backup', store, file)).exitCode).toBe(0);
  return { store, file };
}

async function command(...args: readonly string[]) {
  const run = runHere(args);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('restore', () => {
  test('makes a store of a backup, with its index, for this user alone', async () => {
    const { store, file } = await makeBackup();
    const restored = `sqlite:${join(folder, 'restored.db')}`;
    const { exitCode, stdout, stderr } = await command('restore', file, restored);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ Restored 500 records to \S+restored\.db \(\d/);
    expect((await stat(join(folder, 'restored.db'))).mode & 0o777).toBe(0o600);
    expect((await command('copy', '--verify-only', store, restored)).exitCode).toBe(0);
    const found = await command('find', restored, '--bbox=1,1,2,2');
    expect([found.exitCode, found.stderr]).toEqual([0, '']);
  });

  test('with --json reports what was restored', async () => {
    const { file } = await makeBackup();
    const { stdout } = await command('restore', file, `sqlite:${join(folder, 'restored.db')}`, '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      file,
      records: 500,
      store: expect.stringContaining('(SQLite)'),
    });
  });

  test.each(['restored.db', 'restored.db-wal'])('overwrites nothing: %s exists', async (name) => {
    const { file } = await makeBackup();
    await writeFile(join(folder, name), 'before');
    const { exitCode, stderr } = await command('restore', file, `sqlite:${join(folder, 'restored.db')}`);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(`${name} exists`)]);
    expect(await readFile(join(folder, name), 'utf8')).toBe('before');
  });

  test.each([
    [
      'a page that was overwritten',
      async (path: string) => {
        const file = await open(path, 'r+');
        await file.write(Buffer.alloc(3000, 0x55), 0, 3000, 3 * 2048);
        await file.close();
      },
    ],
    [
      'a file that was cut short',
      async (path: string) => {
        const file = await open(path, 'r+');
        await file.truncate(20_000);
        await file.close();
      },
    ],
    ['what is no database', (path: string) => writeFile(path, 'Not a database. '.repeat(1000))],
    ['an empty file', (path: string) => writeFile(path, '')],
  ])('refuses a damaged backup and leaves nothing: %s', async (_, damage) => {
    const { file } = await makeBackup();
    await damage(file);
    const before = await readdir(folder);
    const { exitCode, stderr } = await command('restore', file, `sqlite:${join(folder, 'restored.db')}`);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/damaged|cut short|not an SQLite|empty/)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(before);
  });

  test.each(['postgres://localhost/app', 'redis://localhost'])('to %s names what to use', async (url) => {
    const { exitCode, stderr } = await command('restore', join(folder, 'backup.db'), url);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('location-records copy sqlite:')]);
  });
});
