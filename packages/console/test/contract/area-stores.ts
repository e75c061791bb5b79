import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';

/** A new, empty store, and what removes its records from the disk or the engine. */
export interface OpenedStore {
  readonly store: AreaStore;
  readonly remove?: () => Promise<unknown>;
}

/** A kind of store that offers area queries. */
export interface AreaStoreKind {
  readonly name: string;
  readonly open: () => Promise<OpenedStore>;
}

/** The memory store. */
export const memory: AreaStoreKind = {
  name: 'the memory store',
  open: async () => ({ store: createAreaMemoryStore() }),
};
