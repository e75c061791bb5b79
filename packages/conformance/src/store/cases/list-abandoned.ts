import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  many,
  numbered,
  openList,
  putAll,
  readBatch,
  readList,
  readRest,
  recordsOf,
  sorted,
} from '../store-steps.ts';

const clause = 'LocationStore.list: return() releases what the list holds';

/** Lists that are not read to the end. */
export const listAbandoned: readonly StoreCase[] = [
  {
    id: 'list-abandoned',
    clause,
    when: { snapshot: true },
    title: 'A list abandoned midway by return() ends, and the store stays usable.',
    async run(stores) {
      const store = await stores.open();
      const readOther = await abandonOneOfTwo(store);
      await putAll(store, recordsOf(many, many));
      await store.delete(numbered(0));
      expectEqual('a list opened before return()', await readOther(), recordsOf(many));
      expectEqual(
        'a list opened after return()',
        sorted(await readList(store)),
        recordsOf(many, many).slice(1),
      );
    },
  },
  {
    id: 'list-abandoned-live',
    clause,
    title: 'A live list abandoned midway by return() ends, and the store and its other lists stay usable.',
    when: { snapshot: false },
    async run(stores) {
      const store = await stores.open();
      const readOther = await abandonOneOfTwo(store);
      expectEqual('a list opened before return()', await readOther(), recordsOf(many));
      await store.delete(numbered(0));
      expectEqual('a list opened after return()', sorted(await readList(store)), recordsOf(many).slice(1));
    },
  },
  {
    id: 'list-abandoned-before-next',
    clause,
    title: 'A list may be abandoned by return() before its first next().',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(10));
      const abandoned = openList(store);
      expectEqual('the result of return()', (await abandoned.return?.())?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      expectEqual('another list', sorted(await readList(store)), recordsOf(10));
    },
  },
  {
    id: 'list-abandoned-many-times',
    clause,
    title: 'Fifty lists, each abandoned after its first batch, hold nothing that the next one needs.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(10));
      for (let time = 0; time < 50; time++) {
        const abandoned = openList(store);
        await abandoned.next();
        await abandoned.return?.();
      }
      expectEqual('the list after them', sorted(await readList(store)), recordsOf(10));
    },
  },
  {
    id: 'list-abandoned-during-next',
    clause,
    title:
      'A list may be abandoned while a next() is under way, and again after its end: every call resolves.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(10));
      const abandoned = openList(store);
      const [next, ended] = await Promise.all([abandoned.next(), abandoned.return?.()]);
      const known = recordsOf(10).map(([id]) => id);
      const unknown = (next.done ? [] : next.value).filter(([id]) => !known.includes(id));
      expectEqual('what next() had beside the records', unknown, []);
      expectEqual('the result of return()', ended?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      expectEqual('the result of another return()', (await abandoned.return?.())?.done, true);
      expectEqual('another list', sorted(await readList(store)), recordsOf(10));
    },
  },
];

/**
 * Opens two lists of `many` records, and abandons the first midway. Returns a function that reads the other to its end,
 * sorted.
 */
async function abandonOneOfTwo(store: LocationStore): Promise<() => Promise<LocationRecord[]>> {
  await putAll(store, recordsOf(many));
  const abandoned = openList(store);
  await readBatch(abandoned);
  const other = openList(store);
  const first = await readBatch(other);
  expectEqual('the result of return()', (await abandoned.return?.())?.done, true);
  expectEqual('next() after return()', (await abandoned.next()).done, true);
  return async () => sorted([...first, ...(await readRest(other))]);
}
