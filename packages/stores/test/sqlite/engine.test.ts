import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, vi } from 'vitest';
import { loadEngine, loadEngineFrom, withoutSqliteWarning } from '../../src/sqlite/engine.ts';

describe('the engine', () => {
  it('is the one that the runtime has', async () => {
    const builtin = { DatabaseSync };
    const dropIn = vi.fn();
    expect(await loadEngineFrom({ builtin: () => builtin, dropIn })).toBe(builtin);
    expect(dropIn).not.toHaveBeenCalled();
  });

  it('is the drop-in where the runtime has none', async () => {
    const dropIn = { DatabaseSync };
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
      message: expect.stringContaining('install the package "@photostructure/sqlite"'),
      cause,
    });
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
