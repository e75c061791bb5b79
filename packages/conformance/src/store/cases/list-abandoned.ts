import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../expect-equal.ts';
import { many, numbered, places } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { openList, putAll, readBatch, readList, readRest, sorted } from '../store-steps.ts';

const clause = 'LocationStore.list: return() releases what the list holds';

/** What happens to a list that nobody reads to its end. */
export const listAbandoned: readonly StoreCase[] = [
  {
    id: 'list-abandoned',
    clause,
    when: { snapshot: true },
    title: 'A list abandoned half-way by return() is over, and the store goes on.',
    async run(subject) {
      const store = await subject.open();
      const readOther = await abandonOneOfTwo(store);
      await putAll(store, places(many, many));
      await store.delete(numbered(0));
      expectEqual('a list opened before return()', await readOther(), places(many));
      expectEqual('a list opened after return()', sorted(await readList(store)), places(many, many).slice(1));
    },
  },
  {
    id: 'list-abandoned-live',
    clause,
    title: 'A live list abandoned half-way by return() is over, and the store and its other lists go on.',
    when: { snapshot: false },
    async run(subject) {
      const store = await subject.open();
      const readOther = await abandonOneOfTwo(store);
      expectEqual('a list opened before return()', await readOther(), places(many));
      await store.delete(numbered(0));
      expectEqual('a list opened after return()', sorted(await readList(store)), places(many).slice(1));
    },
  },
  {
    id: 'list-abandoned-before-next',
    clause,
    title: 'A list may be abandoned by return() before its first next().',
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(10));
      const abandoned = openList(store);
      expectEqual('what return() gave', (await abandoned.return?.())?.done, true);
      expectEqual('next() after return()', (await abandoned.next()).done, true);
      expectEqual('another list', sorted(await readList(store)), places(10));
    },
  },
];

/** Opens two lists of `many` records, abandons the first half-way, and gives what reads the other to its end, sorted. */
async function abandonOneOfTwo(store: LocationStore): Promise<() => Promise<LocationRecord[]>> {
  await putAll(store, places(many));
  const abandoned = openList(store);
  await readBatch(abandoned);
  const other = openList(store);
  const first = await readBatch(other);
  expectEqual('what return() gave', (await abandoned.return?.())?.done, true);
  expectEqual('next() after return()', (await abandoned.next()).done, true);
  return async () => sorted([...first, ...(await readRest(other))]);
}
