import { execFileSync } from 'node:child_process';
import { lstat, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { runCli, SpawnedCli, startCli } from '@location-records/workspace/tests';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere } from '../../run-here.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-backup-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const places: readonly LocationRecord[] = [
  ['louvre', { coordinates: { latitude: 48.8606, longitude: 2.3376 } }],
  ['a\0b', { description: 'Eiffel\0Tower', coordinates: { latitude: 5e-324, longitude: -180 } }],
];

const fillFile = createFiller();
const fill = (records = places, areas = true) => fillFile(join(folder, 'places.db'), records, areas);

async function command(...args: readonly string[]) {
  const run = runHere(args);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

describe('backup', () => {
  test('writes a file of this user alone that holds the same records', async () => {
    const store = await fill();
    const to = join(folder, 'backup.db');
    const { exitCode, stdout, stderr } = await command('backup', store, to);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ Backed up 2 records to \S+backup\.db \(\d/);
    expect((await stat(to)).mode & 0o777).toBe(0o600);
    expect((await command('copy', '--verify-only', store, `sqlite:${to}`)).exitCode).toBe(0);
    expect((await readdir(folder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test('with --json reports where the records are', async () => {
    const { stdout } = await command('backup', await fill(), join(folder, 'backup.db'), '--json');
    expect(JSON.parse(stdout)).toEqual({
      store: expect.stringContaining('places.db (SQLite)'),
      file: join(folder, 'backup.db'),
      records: 2,
      bytes: (await stat(join(folder, 'backup.db'))).size,
      durationMs: expect.any(Number),
    });
  });

  test('does not replace a file without --force', async () => {
    const store = await fill();
    const to = join(folder, 'backup.db');
    await writeFile(to, 'before');
    const refused = await command('backup', store, to);
    expect([refused.exitCode, refused.stderr]).toEqual([
      1,
      expect.stringContaining('backup.db exists; move'),
    ]);
    expect(await readFile(to, 'utf8')).toBe('before');
    expect((await command('backup', '--force', store, to)).exitCode).toBe(0);
    expect((await command('copy', '--verify-only', store, `sqlite:${to}`)).exitCode).toBe(0);
  });

  test('replaces a link, not the file that it leads to', async () => {
    const [to, other] = [join(folder, 'backup.db'), join(folder, 'other')];
    await writeFile(other, 'before');
    await symlink(other, to);
    expect((await command('backup', '--force', await fill(), to)).exitCode).toBe(0);
    expect(await readFile(other, 'utf8')).toBe('before');
  });

  test('does not replace a pipe or a device, not even with --force', async () => {
    const to = join(folder, 'pipe');
    execFileSync('mkfifo', [to]);
    const { exitCode, stderr } = await command('backup', '--force', await fill(), to);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('is not a regular file');
    expect((await lstat(to)).isFIFO()).toBe(true);
  });

  test('does not replace a store that is open, not even with --force', async () => {
    const store = await fill();
    const path = join(folder, 'open.db');
    const open = await openSqliteStore({ path });
    onTestFinished(() => open.close());
    await open.put(...(places[0] as LocationRecord));
    const { exitCode, stderr } = await command('backup', '--force', store, path);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/open\.db-wal exists, so \S+ is in use/)]);
    expect(await open.get('louvre')).toBeDefined();
  });

  test('does not replace the file of the store', async () => {
    const store = await fill();
    const { exitCode, stderr } = await command('backup', '--force', store, join(folder, 'places.db'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('is the file of the store')]);
  });

  test.each([
    ['postgres://localhost/app', 'pg_dump'],
    ['redis://localhost', 'redis-cli --rdb'],
  ])('of %s names the tool to use', async (url, tool) => {
    const { exitCode, stderr } = await command('backup', url, join(folder, 'backup.db'));
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(tool)]);
  });

  test.each([
    ['a missing store', 'absent.db', 'backup.db', 'the file does not exist; check the path'],
    ['what is no database', 'text.db', 'backup.db', 'is not an SQLite database'],
    ['a missing folder', 'places.db', 'absent/backup.db', 'cannot be written'],
  ])('fails with one line and leaves nothing: %s', async (_, from, to, problem) => {
    await fill();
    await writeFile(join(folder, 'text.db'), 'Not a database. '.repeat(1000));
    const before = await readdir(folder);
    const { exitCode, stderr } = await command('backup', `sqlite:${join(folder, from)}`, join(folder, to));
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readdir(folder)).toEqual(before);
  });

  test('ended by a signal leaves nothing', async () => {
    const path = join(folder, 'large.db');
    const store = await openSqliteStore({ path });
    const description = 'x'.repeat(1_000_000);
    const put = (_: unknown, number: number) =>
      store.put(`${number}`, { description, coordinates: { latitude: 1, longitude: 2 } });
    await Promise.all(Array.from({ length: 100 }, put));
    await store.close();
    const cli = new SpawnedCli(['backup', `sqlite:${path}`, join(folder, 'backup.db')]);
    const parts = async () => (await readdir(folder)).filter((name) => name.startsWith('.location-records-'));
    while ((await parts()).length === 0);
    const code = await cli.stop('SIGINT');
    // The thread may not end in time, and then the process ends as the signal ends one.
    expect([130, -2]).toContain(code);
    expect(await parts()).toEqual([]);
    expect(await readdir(folder)).not.toContain('backup.db');
  });

  test('during live writes loses none that was acknowledged, and holds one moment', async () => {
    const path = join(folder, 'live.db');
    const served = await startCli(['--port', '0', '--store', `sqlite:${path}`, '--quiet']);
    onTestFinished(() => served.stop().then(() => {}));
    const acknowledged: number[] = [];
    let next = 0;
    let isOver = false;
    const write = async () => {
      while (!isOver) {
        const number = next++;
        const response = await fetch(`${served.url}/${number}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ coordinates: { latitude: number % 90, longitude: 0 } }),
        });
        if (response.status === 200) acknowledged.push(number);
      }
    };
    const writers = Array.from({ length: 4 }, write);
    while (acknowledged.length < 200) await new Promise(setImmediate);
    for (let round = 0; round < 3; round++) {
      const before = [...acknowledged];
      const to = join(folder, `backup-${round}.db`);
      expect(await runCli(['backup', `sqlite:${path}`, to])).toMatchObject({ exitCode: 0, stderr: '' });
      const backup = await openSqliteStore({ path: to, readOnly: true });
      const found = new Set<string>();
      for await (const batch of backup.list()) for (const [id] of batch) found.add(id);
      await backup.close();
      expect(before.filter((number) => !found.has(`${number}`))).toEqual([]);
      expect((await command('check-store', `sqlite:${to}`)).exitCode).toBe(0);
    }
    isOver = true;
    await Promise.all(writers);
    for (const number of acknowledged) {
      expect((await fetch(`${served.url}/${number}`)).status).toBe(200);
    }
  });
});
