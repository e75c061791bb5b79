import type { LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import {
  locationOf,
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

const clause = 'LocationStore.list: return() ends it, a reader that stops costs nothing';

/** The readers that stop half-way in a case. */
const readers = 1000;

/** Lists that are not read to the end. */
export const listAbandoned: readonly StoreCase[] = [
  {
    id: 'list-abandoned',
    clause,
    title: 'A list abandoned midway by return() ends, and the store and its other lists stay usable.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      const abandoned = openList(store);
      await readBatch(abandoned);
      const other = openList(store);
      const start = await readBatch(other);
      expectEqual('the result of return()', (await abandoned.return?.())?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      expectEqual('another list', sorted([...start, ...(await readRest(other))]), recordsOf(many));
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
  {
    id: 'list-stopped',
    clause,
    title:
      'A list whose reader stops half-way blocks neither reads nor writes, and can be read on afterwards.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      const stopped = openList(store);
      const start = await readBatch(stopped);
      await expectUsable(store);
      expectEqual('the list read on', sorted([...start, ...(await readRest(stopped))]), recordsOf(many));
    },
  },
  {
    id: 'list-stopped-thousand',
    clause,
    title: 'A thousand readers that stop half-way block no read, no write and no close.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(300));
      const lists = Array.from({ length: readers }, () => openList(store));
      const starts = await Promise.all(lists.map(readBatch));
      await expectUsable(store);
      for (const [index, list] of lists.slice(0, 3).entries()) {
        const records = [...(starts[index] ?? []), ...(await readRest(list))];
        expectEqual('a list read on', sorted(records), recordsOf(300));
      }
      expectEqual('the result of close', await store.close(), undefined);
    },
  },
];

/** Requires each kind of call to succeed. It leaves the records as they were. */
async function expectUsable(store: LocationStore): Promise<void> {
  for (const [id, location] of recordsOf(3)) {
    const added = `${id}-added`;
    await store.put(added, location);
    expectEqual('replace', await store.replace(added, locationOf(7)), true);
    expectEqual('get', await store.get(added), locationOf(7));
    await store.delete(added);
    expectEqual('get after delete', await store.get(added), undefined);
    expectEqual('get of an older record', await store.get(id), location);
  }
}
