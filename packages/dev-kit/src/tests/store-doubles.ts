import {
  createMemoryStore,
  type LocationRecord,
  type LocationStore,
  StoreError,
} from '@location-records/core';

/** The records of a store, by identifier. */
export async function contentOf(store: LocationStore): Promise<Map<string, LocationRecord[1]>> {
  const content = new Map<string, LocationRecord[1]>();
  for await (const batch of store.list()) for (const [id, location] of batch) content.set(id, location);
  return content;
}

/** A store that delegates to another one, except for the methods in `own`. */
export function storeOver(store: LocationStore, own: Partial<LocationStore> = {}): LocationStore {
  return {
    guarantees: store.guarantees,
    get: (id) => store.get(id),
    put: (id, location) => store.put(id, location),
    replace: (id, location) => store.replace(id, location),
    delete: (id) => store.delete(id),
    list: () => store.list(),
    close: () => store.close(),
    ...own,
  };
}

/** A memory store whose list is in the order of the identifiers' bytes, in batches of `length` records with empty batches between them. */
export function orderedStore(records: Iterable<LocationRecord> = [], length = 3): LocationStore {
  const store = createMemoryStore(records);
  return storeOver(store, {
    guarantees: { ...store.guarantees, listOrder: 'id-bytes' },
    async *list() {
      const sorted = [...store.records()].sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      for (let start = 0; start < sorted.length; start += length) {
        yield sorted.slice(start, start + length);
        yield [];
      }
    },
  });
}

/** The error of a store that cannot be reached. */
export function unavailable(): StoreError {
  return new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');
}
