import type { Location, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import {
  expectClosed,
  expectPromise,
  locationOf,
  many,
  numbered,
  openList,
  putAll,
  readBatch,
  recordsOf,
} from '../steps.ts';
import { storeCases } from '../store-case.ts';

const wrong = {} as Location;

/** Every method but `close`, also with arguments that an open store would refuse. */
const calls: readonly (readonly [name: string, call: (store: LocationStore) => PromiseLike<unknown>])[] = [
  ['get', (store) => store.get('a')],
  ['put', (store) => store.put('a', locationOf(9))],
  ['replace', (store) => store.replace('a', locationOf(9))],
  ['replace of an absent record', (store) => store.replace('absent', locationOf(9))],
  ['delete', (store) => store.delete('a')],
  ['list', (store) => openList(store).next()],
  ['get without an identifier', (store) => store.get('')],
  ['put of nothing', (store) => store.put('a', wrong)],
  ['replace by nothing', (store) => store.replace('a', wrong)],
  ['delete of a number', (store) => store.delete(1 as never)],
];

/** Calls before, during and after `close`. */
export const lifecycle = storeCases('LocationStore.close', [
  [
    'guarantees-stated',
    'The store states its guarantees, and they cannot be changed.',
    async ({ guarantees }) => {
      expectEqual('the guarantees are frozen', Object.isFrozen(guarantees), true);
    },
    { clause: 'StoreGuarantees' },
  ],
  [
    'methods-return-promises',
    'Every method returns a real promise, and throws nothing.',
    async (store) => {
      for (const [name, call] of calls) await expectPromise(() => call(store), name).catch(() => {});
      await expectPromise(() => store.close(), 'close');
    },
    { clause: 'LocationStore: a method never throws' },
  ],
  [
    'closed-methods-reject',
    'Every method rejects with STORE_CLOSED as soon as close has been called, even for wrong arguments.',
    async (store) => {
      await store.put('a', locationOf(1));
      const write = store.put('b', locationOf(2));
      const closing = store.close();
      await Promise.all([
        write,
        closing,
        ...calls.map(([name, call]) => expectClosed(() => call(store), `${name} during close`)),
      ]);
      for (const [name, call] of calls) await expectClosed(() => call(store), `${name} after close`);
    },
  ],
  [
    'close-twice',
    'close may be called twice, even at once, and on a store that was never used.',
    async (store) => {
      expectEqual('two calls of close', await Promise.all([store.close(), store.close()]), [
        undefined,
        undefined,
      ]);
      expectEqual('a third call of close', await store.close(), undefined);
    },
  ],
  [
    'close-waits-for-writes',
    'Writes under way when close is called succeed, and every call of close resolves after them.',
    async (store) => {
      await putAll(store, recordsOf(2));
      let settled = 0;
      const writes: Promise<unknown>[] = [
        store.replace(numbered(0), locationOf(3)),
        store.replace('absent', locationOf(4)),
        store.delete(numbered(1)),
        ...recordsOf(50).map(([id, location]) => store.put(`${id}-new`, location)),
      ];
      const counted = writes.map((write) => write.finally(() => settled++));
      const closed = [store.close(), store.close()].map(async (closing) => {
        await closing;
        // The promises of the writes may settle some turns later than the promise of close.
        for (let turn = 0; turn < 20; turn++) await undefined;
        return settled;
      });
      const outcomes = await Promise.all(counted);
      expectEqual('the outcomes of the writes', outcomes.slice(0, 3), [true, false, undefined]);
      expectEqual('the writes settled when close resolved', await Promise.all(closed), [53, 53]);
    },
  ],
  [
    'close-ends-lists',
    'A list under way when the store is closed rejects, and can still be abandoned.',
    async (store) => {
      await putAll(store, recordsOf(many));
      const [unread, begun, abandoned] = [openList(store), openList(store), openList(store)];
      await Promise.all([readBatch(begun), readBatch(abandoned)]);
      await store.close();
      await expectClosed(() => unread.next(), 'next() of a list that had not begun');
      await expectClosed(() => begun.next(), 'next() of a list that had begun');
      expectEqual('return() after close', (await abandoned.return?.())?.done, true);
    },
  ],
  [
    'close-settles-pending-reads',
    'Reads under way when close is called resolve to the record, or reject with STORE_CLOSED.',
    async (store) => {
      await putAll(store, recordsOf(many));
      const [get, next] = [store.get(numbered(1)), openList(store).next()];
      const settled = Promise.allSettled([get, next]);
      await store.close();
      const [found, listed] = await settled;
      if (found.status === 'fulfilled') expectEqual('the result of get', found.value, locationOf(1));
      else await expectClosed(() => get, 'get under way');
      if (listed.status === 'rejected') await expectClosed(() => next, 'next() under way');
    },
  ],
]);
