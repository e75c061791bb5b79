import { setImmediate } from 'node:timers/promises';
import {
  checkHistory,
  type RecordedStore,
  type RecordHistoryOptions,
  recordHistory,
} from '@location-records/conformance';
import { createMemoryStore, type Location } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { type Records, RightStore } from '../../mutants/right-store.ts';
import { storeMutants } from '../../mutants/store-mutants.ts';

/** The first violation in the histories of two stores over the same records, from seed 0 on. */
async function findViolation(open: (records: Records) => RecordedStore, histories: number) {
  for (let seed = 0; seed < histories; seed++) {
    const records: Records = new Map();
    const history = await recordHistory([open(records), open(records)], { seed });
    const violation = checkHistory(history);
    if (violation) return violation;
  }
  return undefined;
}

/** A correct store whose writes sometimes fail: without effect, with an effect, or with a later one. */
class Failing extends RightStore {
  #writes = 0;
  override async commit<T>(write: () => T): Promise<T> {
    const kind = ++this.#writes % 10;
    if (kind === 4) throw new Error('Not written');
    if (kind === 7)
      void setImmediate()
        .then(() => setImmediate())
        .then(() => super.commit(write));
    const result = kind === 7 ? undefined : await super.commit(write);
    if (kind === 7 || kind === 0) throw new Error('Written or not');
    return result as T;
  }
}

/** A replica of the records that is one turn behind, for all stores over these records. */
const replicas = new WeakMap<Records, Records>();

class ReadsReplica extends RightStore {
  readonly #replica: Records;

  constructor(records: Records) {
    super(records);
    this.#replica = replicas.get(records) ?? new Map();
    replicas.set(records, this.#replica);
  }

  override async get(id: string): Promise<Location | undefined> {
    return this.#replica.get(id);
  }

  override async commit<T>(write: () => T): Promise<T> {
    const result = await super.commit(write);
    void setImmediate().then(() => {
      this.#replica.clear();
      for (const [id, location] of this.records) this.#replica.set(id, location);
    });
    return result;
  }
}

class TakesBack extends RightStore {
  #puts = 0;

  override async put(id: string, location: Location): Promise<void> {
    const before = this.records.get(id);
    await super.put(id, location);
    if (++this.#puts % 8 > 0) return;
    await setImmediate();
    if (before) this.records.set(id, before);
    else this.records.delete(id);
    throw new Error('There is no room left');
  }
}

/** Mutants of the store contract that a history shows too, since their faults involve more than one call. */
const known = [
  'put-resolves-early',
  'put-tears',
  'replace-creates',
  'replace-checks-then-writes',
  'caches-for-good',
];

const wrong: readonly (readonly [breaks: string, open: (records: Records) => RecordedStore])[] = [
  ['reads from a replica that lags behind', (records) => new ReadsReplica(records)],
  ['shows a put that fails, and then undoes it', (records) => new TakesBack(records)],
  ...storeMutants.filter(({ id }) => known.includes(id)).map(({ breaks, open }) => [breaks, open] as const),
];

describe('the histories of a store', () => {
  it('are right in memory', async () => {
    for (let seed = 0; seed < 50; seed++) {
      const history = await recordHistory([createMemoryStore()], { seed });
      expect(checkHistory(history)?.explanation).toBeUndefined();
    }
  });

  it('are right when several stores share the records', async () => {
    expect(await findViolation((records) => new RightStore(records), 50)).toBeUndefined();
  });

  it('are right when failed writes take effect at any time, or never', async () => {
    expect(await findViolation((records) => new Failing(records), 50)).toBeUndefined();
  });

  it.each(wrong)('are wrong when it %s', async (_, open) => {
    expect(await findViolation(open, 20)).toMatchObject({ explanation: expect.any(String) });
  });

  it('are the same for the same seed, and differ for another', async () => {
    const record = (seed: number) => recordHistory([new RightStore(new Map())], { seed });
    expect(await record(1)).toEqual(await record(1));
    expect(await record(1)).not.toEqual(await record(2));
  });

  it('have the given number of calls, by all clients on all identifiers, from a known state', async () => {
    const location: Location = { coordinates: { latitude: 0, longitude: 0 } };
    const store = createMemoryStore([
      ['x', location],
      ['y', location],
    ]);
    const history = await recordHistory([store], { clients: 5, calls: 30, ids: ['x', 'y'] });
    expect(history).toHaveLength(2 + 5 * 30);
    expect(new Set(history.map(({ client }) => client))).toEqual(new Set([0, 1, 2, 3, 4]));
    expect(new Set(history.map(({ id }) => id))).toEqual(new Set(['x', 'y']));
    expect(new Set(history.map(({ method }) => method))).toEqual(
      new Set(['get', 'put', 'replace', 'delete']),
    );
    expect(checkHistory(history)).toBeUndefined();
  });

  it('are checked quickly, with many clients on one identifier', async () => {
    const records: Records = new Map();
    const history = await recordHistory([new RightStore(records)], { clients: 64, calls: 8, ids: ['x'] });
    expect(checkHistory(history, { maxSteps: 20_000 })).toBeUndefined();
  });

  it('have the error of a failed call', async () => {
    const history = await recordHistory([new Failing(new Map())]);
    const failed = history.filter(({ outcome }) => !outcome);
    expect(failed.length).toBeGreaterThan(0);
    for (const { failure } of failed) expect(failure).toMatch(/^Error: (Not written|Written or not)$/);
  });

  it('begin with writes that must succeed', async () => {
    const store = createMemoryStore();
    await store.close();
    await expect(recordHistory([store])).rejects.toMatchObject({ code: 'STORE_CLOSED' });
  });

  it.each([
    [[createMemoryStore()], { seed: 0.5 }],
    [[createMemoryStore()], { clients: 0 }],
    [[createMemoryStore()], { calls: -1 }],
    [[createMemoryStore()], { ids: [] }],
    [[createMemoryStore()], { client: 1 } as RecordHistoryOptions],
  ])('are refused where they cannot be: %#', async (stores, options) => {
    await expect(recordHistory(stores, options)).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });

  it('are refused without a store', async () => {
    await expect(recordHistory([])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT', argument: 'stores' });
  });
});
