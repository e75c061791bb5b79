import { readdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync as DropIn } from '@location-records/sqlite-node20';
import { describe, expect, it, vi } from 'vitest';
import {
  type DatabaseSync,
  loadEngine,
  loadEngineFrom,
  openForReading,
  prepareRows,
  type StatementSync,
  withoutSqliteWarning,
} from '../../src/sqlite/engine.ts';
import { openRaw } from './open-raw.ts';
import { temporaryPath } from './temporary-folder.ts';

describe('the engine', () => {
  it('is the one that the runtime has', async () => {
    const builtin = { DatabaseSync: DropIn };
    const dropIn = vi.fn();
    expect(await loadEngineFrom({ builtin: () => builtin, dropIn })).toBe(builtin);
    expect(dropIn).not.toHaveBeenCalled();
  });

  it('is the drop-in where the runtime has none', async () => {
    const dropIn = { DatabaseSync: DropIn };
    expect(await loadEngineFrom({ builtin: () => undefined, dropIn: async () => dropIn })).toBe(dropIn);
  });

  it('is found on this runtime', async () => {
    const engine = await loadEngine();
    const database = new engine.DatabaseSync(':memory:');
    expect(database.prepare('SELECT 1 AS one').get()).toMatchObject({ one: 1 });
    database.close();
  });

  it('is asked for by name when there is none', async () => {
    const cause = new Error('Cannot find package');
    const loading = loadEngineFrom({ builtin: () => undefined, dropIn: () => Promise.reject(cause) });
    await expect(loading).rejects.toMatchObject({
      code: 'STORE_UNAVAILABLE',
      message: expect.stringContaining('install the package "@location-records/sqlite-node20"'),
      cause,
    });
  });
});

describe('rows', () => {
  it.each([
    ['an engine that makes arrays', (statement: StatementSync) => statement],
    [
      'an engine that makes objects alone',
      (statement: StatementSync): StatementSync => ({
        run: (...values) => statement.run(...values),
        get: (...values) => statement.get(...values),
        all: (...values) => statement.all(...values),
        iterate: (...values) => statement.iterate(...values),
      }),
    ],
  ])('are arrays of %s', async (_, change) => {
    const database = await openRaw(await temporaryPath());
    const changed = {
      prepare: (sql: string) => change(database.prepare(sql)),
    } as DatabaseSync;
    const statement = prepareRows<readonly [number, string]>(
      changed,
      "WITH found (b, a) AS (VALUES (1, 'one'), (2, 'two')) SELECT b, a FROM found WHERE b <= ?",
    );
    const rows = [
      [1, 'one'],
      [2, 'two'],
    ];
    expect(statement.all(2)).toEqual(rows);
    expect([...statement.iterate(2)]).toEqual(rows);
    expect(statement.get(1)).toEqual(rows[0]);
    expect(statement.get(0)).toBeUndefined();
    database.close();
  });
});

describe('a reading connection', () => {
  it('reads what others write, and writes nothing', async () => {
    const path = await temporaryPath();
    const raw = await openRaw(path);
    raw.exec('PRAGMA journal_mode = WAL; CREATE TABLE numbers (value)');
    const database = openForReading(await loadEngine(), path, 256);
    raw.exec('INSERT INTO numbers VALUES (1)');
    expect(database.prepare('SELECT value FROM numbers').get()).toMatchObject({ value: 1 });
    expect(() => database.exec('INSERT INTO numbers VALUES (2)')).toThrow('readonly');
    database.close();
  });

  it('does not create a missing file', async () => {
    const path = await temporaryPath();
    const engine = await loadEngine();
    expect(() => openForReading(engine, path, 256)).toThrow('unable to open database file');
    expect(await readdir(dirname(path))).toEqual([]);
  });
});

describe('the warning of node:sqlite', () => {
  it('is kept back, and no other one', () => {
    const emitWarning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    const spied = process.emitWarning;
    const loaded = withoutSqliteWarning(() => {
      process.emitWarning(
        'SQLite is an experimental feature and might change at any time',
        'ExperimentalWarning',
      );
      process.emitWarning('SQLite is slow', 'OtherWarning');
      process.emitWarning('Something is an experimental feature', 'ExperimentalWarning');
      return 'loaded';
    });
    expect(loaded).toBe('loaded');
    expect(process.emitWarning).toBe(spied);
    expect(emitWarning.mock.calls.map(([warning]) => warning)).toEqual([
      'SQLite is slow',
      'Something is an experimental feature',
    ]);
    emitWarning.mockRestore();
  });

  it('lets other warnings pass when loading fails', () => {
    const { emitWarning } = process;
    expect(() =>
      withoutSqliteWarning(() => {
        throw new Error('no module');
      }),
    ).toThrow('no module');
    expect(process.emitWarning).toBe(emitWarning);
  });
});
