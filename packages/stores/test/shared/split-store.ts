import { storeContract } from '@location-records/conformance';
import type { ExchangeStore, LocationStore } from '@location-records/core';
import { type AreaStore, isAreaStore } from '@location-records/core/areas';

/** The cases of the store contract that are about reading. */
export const readingCases = storeContract.filter(
  ({ id, offers }) => offers === 'within' || /^(?:numbers|list|shared|close|closed)-/.test(id),
);

/** Creates a store that writes with one store, and reads the same records with another. */
export function splitStore(writer: ExchangeStore, reader: LocationStore): LocationStore {
  const store: LocationStore = {
    guarantees: reader.guarantees,
    get: (id) => reader.get(id),
    list: () => reader.list(),
    put: (id, location) => writer.put(id, location),
    replace: (id, location) => writer.replace(id, location),
    delete: (id) => writer.delete(id),
    exchange: (id, expected, next) => writer.exchange(id, expected, next),
    async close() {
      await Promise.all([reader.close(), writer.close()]);
    },
  };
  if (!isAreaStore(reader)) return store;
  const within: AreaStore['within'] = (box, options) => reader.within(box, options);
  return Object.assign(store, { within });
}
