import { type Location, type LocationStore, StoreError } from '@location-records/core';
import type { Service } from './ask-service.ts';
import { type BulkAction, BulkWrites, type WrittenRecord } from './bulk-writes.ts';
import { checkSendable, openServiceStore } from './service-store.ts';

/** A store that compares a record with its own while it writes it. */
export interface ImportingStore extends LocationStore {
  /**
   * Writes a record, unless it has the same content already, or with `skip` other content; with `compare`
   * never. Resolves to the outcome, with the content before if that was other.
   */
  importRecord(id: string, location: Location, action: BulkAction): Promise<WrittenRecord>;
}

/** Whether a store is an {@link ImportingStore}. */
export function canImport(store: LocationStore): store is ImportingStore {
  return 'importRecord' in store;
}

/** Opens a service that takes many records with one request. Otherwise as `openServiceStore`. */
export function openBulkServiceStore(service: Service, signal?: AbortSignal): ImportingStore {
  const single = openServiceStore(service, signal);
  const writes = new BulkWrites(service, signal);
  let isClosed = false;
  const importRecord: ImportingStore['importRecord'] = async (id, location, action) => {
    if (isClosed) throw new StoreError('STORE_CLOSED', 'The store of the service is closed.');
    checkSendable(id);
    return writes.write(id, location, action);
  };
  return {
    guarantees: single.guarantees,
    get: (id) => single.get(id),
    replace: (id, location) => single.replace(id, location),
    delete: (id) => single.delete(id),
    list: () => single.list(),
    importRecord,
    async put(id, location) {
      await importRecord(id, location, 'replace');
    },
    async close() {
      isClosed = true;
      await Promise.all([writes.settle(), single.close()]);
    },
  };
}
