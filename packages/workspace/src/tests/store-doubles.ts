import { type LocationRecord, type LocationStore, StoreError } from '@location-records/core';

/** The records of a store, by identifier. */
export async function contentOf(store: LocationStore): Promise<Map<string, LocationRecord[1]>> {
  const content = new Map<string, LocationRecord[1]>();
  for await (const batch of store.list()) for (const [id, location] of batch) content.set(id, location);
  return content;
}

/** A store that delegates to another one, except for the methods in `own`. */
export function storeOver(store: LocationStore, own: Partial<LocationStore> = {}): LocationStore {
  const { exchange } = store;
  return {
    guarantees: store.guarantees,
    get: (id) => store.get(id),
    put: (id, location) => store.put(id, location),
    replace: (id, location) => store.replace(id, location),
    delete: (id) => store.delete(id),
    ...(exchange && { exchange: (id, expected, next) => exchange.call(store, id, expected, next) }),
    list: () => store.list(),
    close: () => store.close(),
    ...own,
  };
}

/** The error of a store that cannot be reached. */
export function unavailable(): StoreError {
  return new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');
}
