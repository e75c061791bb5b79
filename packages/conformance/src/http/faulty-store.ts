import { InvalidArgumentError, type LocationRecord, type LocationStore } from '@location-records/core';
import type { Faults } from './service.ts';

/** A store that fails on demand, and its controls. */
export interface FaultyStore {
  /** The store for the handler. It delegates to the wrapped one. */
  readonly store: LocationStore;
  /** Makes the next call of a method fail. */
  readonly faults: Faults;
  /** The `onError` option for the handler of this store. It fills `faults.reportedErrors`. */
  readonly onError: (error: unknown) => void;
}

type Failing = Parameters<Faults['fail']>[0];

const batchLength = 100;
const descriptionLength = 1000;

const failing: readonly Failing[] = ['get', 'put', 'replace', 'delete', 'exchange'];

/**
 * Wraps a store, so that a case can make its methods fail.
 *
 * @throws {InvalidArgumentError} when it is not a store.
 */
export function createFaultyStore(store: LocationStore): FaultyStore {
  if (typeof store?.list !== 'function') throw new InvalidArgumentError('store', 'a LocationStore');
  const { exchange } = store;
  const ordered = new Map<Failing, Error>();
  const reported: unknown[] = [];
  let listFault: { readonly batches: number; readonly error: Error } | undefined;

  function callOrFail<T>(method: Failing, call: () => Promise<T>): Promise<T> {
    const error = ordered.get(method);
    ordered.delete(method);
    return error ? Promise.reject(error) : call();
  }

  return {
    store: {
      guarantees: store.guarantees,
      get: (id) => callOrFail('get', () => store.get(id)),
      put: (id, location) => callOrFail('put', () => store.put(id, location)),
      replace: (id, location) => callOrFail('replace', () => store.replace(id, location)),
      delete: (id) => callOrFail('delete', () => store.delete(id)),
      ...(exchange && {
        exchange: (id, expected, next) =>
          callOrFail('exchange', () => exchange.call(store, id, expected, next)),
      }),
      list() {
        if (!listFault) return store.list();
        const { batches, error } = listFault;
        listFault = undefined;
        return failingList(batches, error);
      },
      close: () => store.close(),
    },
    faults: {
      fail: async (method, error) => {
        if (!failing.includes(method)) throw new InvalidArgumentError('method', failing.join(', '));
        ordered.set(method, error);
      },
      failList: async (batches, error) => {
        if (!Number.isInteger(batches) || batches < 0) {
          throw new InvalidArgumentError('batches', 'a whole number from 0');
        }
        listFault = { batches, error };
      },
      reportedErrors: async () => reported,
    },
    onError: (error) => void reported.push(error),
  };
}

async function* failingList(batches: number, error: Error): AsyncGenerator<readonly LocationRecord[]> {
  for (let batch = 0; batch < batches; batch++) {
    yield Array.from({ length: batchLength }, (_, index) => madeUpRecord(batch * batchLength + index));
  }
  throw error;
}

function madeUpRecord(number: number): LocationRecord {
  const description = 'x'.repeat(descriptionLength);
  return [`made-up-${number}`, { description, coordinates: { latitude: 0, longitude: 0 } }];
}
