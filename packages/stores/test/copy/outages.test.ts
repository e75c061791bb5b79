import { createFaultyStore } from '@location-records/conformance';
import { createMemoryStore, type LocationStore, StoreError } from '@location-records/core';
import {
  contentOf,
  makeRecord,
  makeRecords,
  orderedStore,
  storeOver,
  unavailable,
} from '@location-records/dev-kit';
import { CopyError, type CopyProgress, compareStores, copyStore } from '@location-records/stores/copy';
import { describe, expect, test, vi } from 'vitest';
import { createRetry, pauses } from '../../src/shared/retry.ts';

// The pauses are a minute altogether.
vi.mock(import('node:timers/promises'), async (original) => {
  const timers = await original();
  const setTimeout = ((_delay, value, options) =>
    timers.setTimeout(0, value, options)) as typeof timers.setTimeout;
  return { ...timers, setTimeout };
});

/** A store some of whose methods reject so many times each. */
function failing(store: LocationStore, methods: readonly ('get' | 'put')[], times: number): LocationStore {
  const failures = new Map<string, number>();
  const fails = (call: string) => {
    const count = failures.get(call) ?? 0;
    failures.set(call, count + 1);
    return count < times;
  };
  return storeOver(store, {
    get: async (id) => {
      if (methods.includes('get') && fails(`get ${id}`)) throw unavailable();
      return store.get(id);
    },
    put: async (id, location) => {
      if (methods.includes('put') && fails(`put ${id}`)) throw unavailable();
      return store.put(id, location);
    },
  });
}

describe('a store that is unavailable', () => {
  test.each(['get', 'put'] as const)('for a while is asked again: %s', async (method) => {
    const records = makeRecords(50);
    const target = createMemoryStore(records.slice(0, 10));
    const outages: string[] = [];
    const { copied, verification } = await copyStore(
      createMemoryStore(records),
      failing(target, [method], pauses.length),
      { onOutage: (error) => outages.push(error.message) },
    );
    expect(copied).toMatchObject({ created: 40, present: 10 });
    expect(verification?.agrees).toBe(true);
    // All that fails at the same time is one outage.
    expect(outages).toEqual(['The disk is gone.']);
  });

  test.each([
    [
      'throws',
      () => {
        throw new Error('The hook is wrong.');
      },
    ],
    ['rejects', () => Promise.reject(new Error('The hook is wrong.'))],
  ])('is asked again when a hook %s', async (_, hook) => {
    const records = makeRecords(3);
    const target = failing(createMemoryStore(), ['put'], 2);
    const { copied } = await copyStore(createMemoryStore(records), target, {
      onOutage: hook,
      onProgress: hook,
    });
    expect(copied.created).toBe(3);
  });

  test('a second time is another outage', async () => {
    const outages: string[] = [];
    const { signal } = new AbortController();
    const retry = createRetry({ signal, onOutage: (error) => outages.push(error.message) });
    for (const name of ['first', 'second']) {
      let isDone = false;
      const act = async () => {
        if (!isDone) {
          isDone = true;
          throw new StoreError('STORE_UNAVAILABLE', name);
        }
        return name;
      };
      expect(await retry(act)).toBe(name);
    }
    expect(outages).toEqual(['first', 'second']);
  });

  test('at the first look into the target does not end the copy', async () => {
    const target = createMemoryStore();
    let looks = 0;
    const back = storeOver(target, {
      async *list() {
        if (looks++ === 0) throw unavailable();
        yield* target.list();
      },
    });
    const { verification } = await copyStore(createMemoryStore(makeRecords(5)), back);
    expect(verification?.agrees).toBe(true);
    expect(target.size).toBe(5);
  });

  test('for too long ends the copy with one line, and the next one continues', async () => {
    const source = createMemoryStore(makeRecords(50));
    const target = createMemoryStore();
    const broken = storeOver(target, {
      put: async (id, location) => {
        if (id === makeRecord(20)[0]) throw unavailable();
        await target.put(id, location);
      },
    });
    const error: unknown = await copyStore(source, broken).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(CopyError);
    expect((error as Error).message).toBe(
      'The disk is gone. Copying again continues; 49 records are written.',
    );
    const { copied, verification } = await copyStore(source, target);
    expect(copied).toMatchObject({ created: 1, present: 49 });
    expect(verification?.agrees).toBe(true);
  });

  test('while it is listed ends the copy, and the next one continues', async () => {
    const memory = createMemoryStore(makeRecords(300));
    const source = storeOver(memory, {
      async *list() {
        yield* [makeRecords(200)];
        throw unavailable();
      },
    });
    const target = createMemoryStore();
    await expect(copyStore(source, target)).rejects.toThrow(
      'The disk is gone. Copying again continues; 200 records are written.',
    );
    expect((await copyStore(memory, target)).copied).toMatchObject({ created: 100, present: 200 });
  });
});

test.each([
  ['put', new StoreError('STORE_CLOSED', 'The store is closed.')],
  ['put', new TypeError('not a function')],
  ['list', new StoreError('STORE_UNSUITABLE', 'The file is damaged.')],
] as const)('an error of %s that stays is not waited for: %s', async (method, error) => {
  const { store, faults } = createFaultyStore(createMemoryStore());
  if (method === 'put') await faults.fail('put', error);
  else await faults.failList(0, error);
  const onOutage = vi.fn();
  await expect(copyStore(createMemoryStore(makeRecords(3)), store, { onOutage })).rejects.toBe(error);
  expect(onOutage).not.toHaveBeenCalled();
});

test('an outage of all writes under way causes no warning of Node', async () => {
  const warnings: Error[] = [];
  const listen = (warning: Error) => warnings.push(warning);
  process.on('warning', listen);
  await copyStore(createMemoryStore(makeRecords(50)), failing(createMemoryStore(), ['put'], 1));
  // Warnings are emitted in a later turn.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('warning', listen);
  expect(warnings).toEqual([]);
});

describe('a signal', () => {
  test('ends a copy when the writes under way have ended, and the next one continues', async () => {
    const stop = new AbortController();
    const source = createMemoryStore(makeRecords(5000));
    const target = createMemoryStore();
    let [begun, ended] = [0, 0];
    const slow = storeOver(target, {
      put: async (id, location) => {
        if (++begun === 700) stop.abort();
        await new Promise((resolve) => setImmediate(resolve));
        await target.put(id, location);
        ended++;
      },
    });
    const error: unknown = await copyStore(source, slow, { signal: stop.signal }).catch((reason) => reason);
    expect(error).toBeInstanceOf(CopyError);
    expect(error).toMatchObject({ code: 'COPY_STOPPED', cause: stop.signal.reason });
    expect(ended).toBe(begun);
    expect((error as CopyError).copied?.created).toBe(target.size);
    expect(target.size).toBeLessThan(5000);
    const second = await copyStore(source, target);
    expect(second.copied).toMatchObject({ created: 5000 - begun, present: begun });
    expect(second.verification?.agrees).toBe(true);
  });

  test('ends the wait for a store that is unavailable', async () => {
    const stop = new AbortController();
    const source = createMemoryStore(makeRecords(5));
    const target = storeOver(createMemoryStore(), { put: () => Promise.reject(unavailable()) });
    const onOutage = () => stop.abort();
    await expect(copyStore(source, target, { signal: stop.signal, onOutage })).rejects.toMatchObject({
      code: 'COPY_STOPPED',
      copied: { created: 0 },
    });
  });

  test('ends a comparison', async () => {
    const stop = new AbortController();
    stop.abort();
    const stores = [createMemoryStore(makeRecords(5)), createMemoryStore()] as const;
    await expect(compareStores(...stores, { signal: stop.signal })).rejects.toMatchObject({
      code: 'COPY_STOPPED',
      copied: undefined,
    });
  });

  test.each([
    ['in order', orderedStore],
    ['in no order', createMemoryStore],
  ])('releases the lists of stores %s', async (_, make) => {
    const stop = new AbortController();
    let open = 0;
    const listed = (store: LocationStore) =>
      storeOver(store, {
        async *list() {
          open++;
          try {
            yield* store.list();
          } finally {
            open--;
          }
        },
      });
    const source = listed(make(makeRecords(600)));
    const target = listed(make(makeRecords(300)));
    const onProgress = ({ records }: CopyProgress) => {
      if (records > 0) stop.abort();
    };
    await expect(copyStore(source, target, { signal: stop.signal, onProgress })).rejects.toMatchObject({
      code: 'COPY_STOPPED',
    });
    expect(open).toBe(0);
    expect(await contentOf(target)).toEqual(new Map(makeRecords(300)));
  });
});
