import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createFiller } from '../../filled-store.ts';
import { runHere } from '../../run-here.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'location-records-check-store-'));
  path = join(folder, 'places.db');
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

async function check(...args: readonly string[]) {
  const run = runHere(['check-store', `sqlite:${path}`, ...args]);
  const exitCode = await run.exitCode;
  return { exitCode, stdout: run.stdout.text, stderr: run.stderr.text };
}

/** Changes the file as a program does that does not know better. */
async function change(sql: string): Promise<void> {
  const builtIn = process.getBuiltinModule?.('node:sqlite');
  const engine = builtIn ?? (await import('@location-records/sqlite-node20'));
  const { DatabaseSync } = engine as typeof import('@location-records/sqlite-node20');
  const database = new DatabaseSync(path);
  // Newer engines refuse to write to the schema by default.
  database.enableDefensive(false);
  database.exec(sql);
  database.close();
}

describe('check-store', () => {
  test.each([true, false])('of a sound store is 0, and changes nothing; areas: %j', async (areas) => {
    await fillFile(path, places, areas);
    const before = await readFile(path);
    const { exitCode, stdout, stderr } = await check();
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^✓ Sound: 500 records in \S+places\.db \(SQLite\)/);
    expect(stdout.includes('so is their index of area queries')).toBe(areas);
    expect(await readFile(path)).toEqual(before);
  });

  test('with --json reports whether it is sound', async () => {
    await fillFile(path, places, true);
    expect(JSON.parse((await check('--json')).stdout)).toEqual({
      store: expect.stringContaining('(SQLite)'),
      sound: true,
      records: 500,
      areas: true,
      problemCount: 0,
      problems: [],
      durationMs: expect.any(Number),
    });
  });

  test('names records that the service would not take', async () => {
    await fillFile(path, places, false);
    await change(`
      PRAGMA ignore_check_constraints = ON;
      INSERT INTO locations VALUES ('far', NULL, 9e999, 0), ('further', NULL, 0, -9e999);
    `);
    const { exitCode, stdout } = await check('--json');
    expect(exitCode).toBe(1);
    const { problems } = JSON.parse(stdout) as { readonly problems: readonly object[] };
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'invalid', id: 'far' }));
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'invalid', id: 'further' }));
    expect(problems).toContainEqual(expect.objectContaining({ kind: 'file' }));
  });

  test('names a record that cannot be read', async () => {
    await fillFile(path, places, false);
    await change(`INSERT INTO locations VALUES (CAST(x'ff' AS TEXT), NULL, 1, 1)`);
    const { exitCode, stdout } = await check();
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/^✗ 1 problem in .*\n.*the identifier x'ff' of one of its records is not UTF-8/);
  });

  test('finds records that the index of area queries lacks', async () => {
    await fillFile(path, places, true);
    // An index whose entries were lost.
    await change(`
      PRAGMA writable_schema = ON;
      CREATE TABLE kept AS SELECT sql, rootpage FROM sqlite_schema WHERE name = 'locations_by_place';
      DELETE FROM sqlite_schema WHERE name = 'locations_by_place';
      PRAGMA writable_schema = RESET;
      DELETE FROM locations WHERE id = 'place 7';
      INSERT INTO locations VALUES ('unindexed', NULL, 7, 7);
      PRAGMA writable_schema = ON;
      INSERT INTO sqlite_schema SELECT 'index', 'locations_by_place', 'locations', rootpage, sql FROM kept;
      DROP TABLE kept;
      PRAGMA writable_schema = RESET;
    `);
    const { exitCode, stdout } = await check('--json');
    expect(exitCode).toBe(1);
    const { problems } = JSON.parse(stdout) as { readonly problems: readonly object[] };
    expect(problems).toContainEqual({
      kind: 'not-in-area-index',
      id: 'unindexed',
      message: 'the record "unindexed" is not in the index of area queries',
    });
    expect(problems).toContainEqual({ kind: 'file', message: expect.stringContaining('locations_by_place') });
  });

  test('says what SQLite finds in a damaged file', async () => {
    await fillFile(path, places, false);
    const file = await open(path, 'r+');
    await file.write(Buffer.alloc(3000, 0x55), 0, 3000, 3 * 2048);
    await file.close();
    const { exitCode, stdout, stderr } = await check();
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toMatch(/problems? in |the file is damaged/);
  });

  test('of a missing file fails with one line, and creates none', async () => {
    const { exitCode, stderr } = await check();
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('the file does not exist')]);
  });

  test('does not report what other writers change meanwhile', async () => {
    await fillFile(path, places, true);
    const store = await openSqliteStore({ path, areas: true });
    let isOver = false;
    const write = async () => {
      for (let number = 0; !isOver; number++) {
        const coordinates = { latitude: number % 90, longitude: (number * 7) % 180 };
        await store.put(`place ${number % 500}`, { coordinates });
        await store.delete(`place ${(number * 3) % 500}`);
      }
    };
    const writing = write();
    for (let round = 0; round < 3; round++) expect(await check()).toMatchObject({ exitCode: 0, stderr: '' });
    isOver = true;
    await writing;
    await store.close();
  });
});
