import { createMemoryStore, StoreError } from '@location-records/core';
import { makeRecord, makeRecords, storeOver, unavailable } from '@location-records/dev-kit';
import { ImportError, importRecords } from '@location-records/stores/import';
import { describe, expect, test, vi } from 'vitest';
import { pauses } from '../../src/shared/retry.ts';

// The pauses are a minute altogether.
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original();
  const setTimeout = ((_delay, value, options) =>
    timers.setTimeout(0, value, options)) as typeof timers.setTimeout;
  return { ...timers, setTimeout };
});

const entriesOf = (count: number) => makeRecords(count).map((record) => ({ record }));

/** A source that fails, or hangs, after its records. */
async function* sourceThat(end: () => Promise<never>) {
  yield entriesOf(10);
  await end();
}

describe('a target that is unavailable', () => {
  test.each(['get', 'put', 'list'] as const)('for a while is called again: %s', async (method) => {
    let failures = 0;
    const fail = () => {
      if (failures++ < pauses.length) throw unavailable();
    };
    const memory = createMemoryStore([makeRecord(50)]);
    const target = storeOver(memory, {
      async get(id) {
        if (method === 'get') fail();
        return memory.get(id);
      },
      async put(id, location) {
        if (method === 'put') fail();
        return memory.put(id, location);
      },
      async *list() {
        if (method === 'list') fail();
        yield* memory.list();
      },
    });
    const outages: string[] = [];
    const result = await importRecords([entriesOf(1)], target, {
      onOutage: ({ message }) => outages.push(message),
    });
    expect(result.created).toBe(1);
    expect(outages).toEqual(['The disk is gone.']);
  });

  test('for too long ends the import with one line, and the next one continues', async () => {
    const memory = createMemoryStore();
    const broken = storeOver(memory, {
      async put(id, location) {
        if (id === makeRecord(20)[0]) throw unavailable();
        await memory.put(id, location);
      },
    });
    const error: unknown = await importRecords([entriesOf(50)], broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ImportError);
    expect(error).toMatchObject({
      code: 'IMPORT_UNFINISHED',
      message: 'The disk is gone. Importing again continues; 49 records are written.',
      imported: { read: 50, created: 49 },
    });
    expect(await importRecords([entriesOf(50)], memory)).toMatchObject({ created: 1, unchanged: 49 });
  });
});

test('an error of the target that stays is not waited for', async () => {
  const error = new StoreError('STORE_UNSUITABLE', 'The file is damaged.');
  const target = storeOver(createMemoryStore(), { put: () => Promise.reject(error) });
  await expect(importRecords([entriesOf(3)], target)).rejects.toBe(error);
});

test.each([false, true])('a source that fails ends the import with its error: dry run %s', async (dryRun) => {
  const cause = new Error('The file ends in the middle.');
  const target = createMemoryStore();
  const source = sourceThat(() => Promise.reject(cause));
  const error = await importRecords(source, target, { dryRun }).catch((reason) => reason);
  expect(error).toMatchObject({
    code: 'IMPORT_UNFINISHED',
    message: `The file ends in the middle. Importing again continues; ${dryRun ? 0 : 10} records are written.`,
    // A dry run has the numbers of the import that it stands for.
    imported: { read: 10, created: 10 },
    cause,
  });
  expect(target.size).toBe(dryRun ? 0 : 10);
});

test('entries without a record are refused at once', async () => {
  const wrong = [[{ id: 'a' }]] as never;
  await expect(importRecords(wrong, createMemoryStore())).rejects.toThrow('Invalid "batches"');
});

describe('a signal', () => {
  test('ends an import when the writes under way have ended, and the next one continues', async () => {
    const stop = new AbortController();
    const memory = createMemoryStore();
    let [begun, ended] = [0, 0];
    const slow = storeOver(memory, {
      async put(id, location) {
        if (++begun === 700) stop.abort();
        await new Promise((resolve) => setImmediate(resolve));
        await memory.put(id, location);
        ended++;
      },
    });
    const { signal } = stop;
    const error = await importRecords([entriesOf(5000)], slow, { signal }).catch((reason) => reason);
    expect(error).toMatchObject({
      code: 'IMPORT_STOPPED',
      cause: signal.reason,
      imported: { created: memory.size },
    });
    expect(ended).toBe(begun);
    expect(begun).toBeLessThan(5000);
    const second = await importRecords([entriesOf(5000)], memory);
    expect(second).toMatchObject({ created: 5000 - begun, unchanged: begun });
  });

  test('ends the wait for a source', async () => {
    const stop = new AbortController();
    const target = createMemoryStore();
    const source = sourceThat(() => {
      setImmediate(() => stop.abort());
      return new Promise(() => {});
    });
    await expect(importRecords(source, target, { signal: stop.signal })).rejects.toMatchObject({
      code: 'IMPORT_STOPPED',
      imported: { read: 10, created: 10 },
    });
    expect(target.size).toBe(10);
  });

  test('ends the wait for a target that is unavailable', async () => {
    const stop = new AbortController();
    const target = storeOver(createMemoryStore(), { put: () => Promise.reject(unavailable()) });
    const options = { signal: stop.signal, onOutage: () => stop.abort() };
    await expect(importRecords([entriesOf(5)], target, options)).rejects.toMatchObject({
      code: 'IMPORT_STOPPED',
      imported: { created: 0 },
    });
  });

  test('that also ends the source is a stop, and not a failure of the source', async () => {
    const stop = new AbortController();
    const source = sourceThat(() => {
      stop.abort();
      return Promise.reject(new Error('The operation was aborted.'));
    });
    const options = { signal: stop.signal };
    await expect(importRecords(source, createMemoryStore(), options)).rejects.toMatchObject({
      code: 'IMPORT_STOPPED',
    });
  });
});

test.each([
  ['the target fails', { put: () => Promise.reject(new Error('broken')) }, entriesOf(600)],
  ['an entry is wrong', {}, [{}] as never],
])('the source is released when %s', async (_, own, batch) => {
  let isReleased = false;
  async function* source() {
    try {
      for (;;) yield batch;
    } finally {
      isReleased = true;
    }
  }
  const target = storeOver(createMemoryStore(), own);
  await expect(importRecords(source(), target)).rejects.toThrow();
  expect(isReleased).toBe(true);
});
