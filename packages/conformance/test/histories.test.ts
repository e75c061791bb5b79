import { createMemoryStore, type Location, type LocationStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { RightStore } from '../mutants/right-store.ts';
import { expectLinearizable, type HistoryClient } from '../src/histories.ts';

const ids = ['x', 'y'];

/** Eight clients, in turn of each of these stores. */
function eight(...stores: readonly HistoryClient[]): HistoryClient[] {
  return Array.from({ length: 8 }, (_, number) => stores[number % stores.length] as HistoryClient);
}

/** A right store with some methods replaced. */
function faulty(patch: (right: RightStore) => Partial<LocationStore>): HistoryClient {
  const right = new RightStore(new Map());
  const store: HistoryClient = {
    get: (id) => right.get(id),
    put: (id, location) => right.put(id, location),
    replace: (id, location) => right.replace(id, location),
    delete: (id) => right.delete(id),
  };
  return { ...store, ...patch(right) };
}

const rows: readonly (readonly [what: string, store: HistoryClient])[] = [
  [
    'checks that a record exists and replaces it in two steps',
    faulty((right) => ({
      async replace(id, location) {
        if ((await right.get(id)) === undefined) return false;
        await right.put(id, location);
        return true;
      },
    })),
  ],
  [
    'resolves a put before it has taken effect',
    faulty((right) => ({ put: async (id, location) => void right.put(id, location).catch(() => {}) })),
  ],
  [
    'says that it replaced a record that does not exist',
    faulty((right) => ({ replace: async (id, location) => (await right.replace(id, location)) || true })),
  ],
  [
    'ignores a put of a record that exists',
    faulty((right) => ({
      put: async (id, location) => (right.records.has(id) ? undefined : right.put(id, location)),
    })),
  ],
  [
    'reads an old copy now and then',
    faulty((right) => {
      const copies = new Map<string, Location | undefined>();
      let reads = 0;
      return {
        async get(id) {
          if (reads++ % 5 > 0) return copies.get(id);
          copies.set(id, await right.get(id));
          return copies.get(id);
        },
      };
    }),
  ],
  [
    'repeats a put some turns after it has resolved',
    faulty((right) => ({
      async put(id, location) {
        await right.put(id, location);
        setImmediate(() => setImmediate(() => void right.put(id, location)));
      },
    })),
  ],
];

describe('a check of concurrent calls', () => {
  it.each([
    ['in memory', eight(createMemoryStore())],
    ['whose calls take turns of the event loop', eight(new RightStore(new Map()))],
  ])('accepts a right store %s', async (_, clients) => {
    await expectLinearizable(clients, ids);
  });

  it('accepts two right stores over the same records', async () => {
    const records = new Map();
    await expectLinearizable(eight(new RightStore(records), new RightStore(records)), ids);
  });

  it.each(rows)('rejects a store that %s', async (_, store) => {
    await expect(expectLinearizable(eight(store), ids)).rejects.toThrow('an order that explains them');
  });

  it('rejects a store that mixes the members of two writes', async () => {
    const store = faulty((right) => ({
      async put(id, { description, coordinates }) {
        const before = right.records.get(id)?.description ?? description;
        await right.put(id, before === undefined ? { coordinates } : { description: before, coordinates });
      },
    }));
    await expect(expectLinearizable(eight(store), ids)).rejects.toThrow('a Location as one call wrote it');
  });

  it('rejects when a call does, after all calls have ended', async () => {
    let underWay = 0;
    const store = faulty((right) => ({
      async put(id, location) {
        underWay++;
        await right.put(id, location).finally(() => underWay--);
        if (location.description === '15') throw new Error('The service says 500.');
      },
    }));
    await expect(expectLinearizable(eight(store), ids)).rejects.toThrow('The service says 500.');
    expect(underWay).toBe(0);
  });

  it('leaves no record behind', async () => {
    const store = createMemoryStore();
    await expectLinearizable(eight(store), ids);
    expect([...store.records()]).toEqual([]);
  });
});
