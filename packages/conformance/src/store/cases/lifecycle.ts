import type { LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { expectClosed, expectPromise } from '../expect-rejection.ts';
import type { StoreCase } from '../store-case.ts';
import { locationOf, many, numbered, openList, putAll, readBatch, recordsOf } from '../store-steps.ts';

/** How a store states its guarantees. */
const guarantees: readonly StoreCase[] = [
  {
    id: 'guarantees-stated',
    clause: 'StoreGuarantees',
    title: 'The store states its guarantees, and they cannot be changed.',
    async run(stores) {
      const { guarantees: stated } = await stores.open();
      expectEqual('the type of durable', typeof stated.durable, 'boolean');
      expectEqual('the type of shared', typeof stated.shared, 'boolean');
      const isKnown = ['id-bytes', 'first-put', 'none'].includes(stated.listOrder);
      expectEqual('listOrder is a known one', isKnown, true);
      expectEqual('the guarantees are frozen', Object.isFrozen(stated), true);
    },
  },
];

const clause = 'LocationStore.close';

/** Every method but `close`. */
const calls: readonly (readonly [name: string, call: (store: LocationStore) => PromiseLike<unknown>])[] = [
  ['get', (store) => store.get('a')],
  ['put', (store) => store.put('a', locationOf(1))],
  ['replace', (store) => store.replace('a', locationOf(1))],
  ['replace of an absent record', (store) => store.replace('absent', locationOf(1))],
  ['delete', (store) => store.delete('a')],
  ['delete of an absent record', (store) => store.delete('absent')],
  ['list', (store) => openList(store).next()],
];

/** Calls before, during and after `close`. */
export const lifecycle: readonly StoreCase[] = [
  {
    id: 'methods-return-promises',
    clause: 'LocationStore: a method never throws',
    title: 'Every method returns a real promise.',
    async run(stores) {
      const store = await stores.open();
      for (const [name, call] of calls) await expectPromise(() => call(store), name);
      await expectPromise(() => store.close(), 'close');
    },
  },
  {
    id: 'closed-methods-reject',
    clause,
    title: 'Every method of a closed store rejects with STORE_CLOSED.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.close();
      for (const [name, call] of calls) await expectClosed(() => call(store), `${name} after close`);
    },
  },
  {
    id: 'closing-methods-reject',
    clause,
    title: 'Every method rejects with STORE_CLOSED as soon as close has been called.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      const write = store.put('b', locationOf(2));
      const closing = store.close();
      const refused = calls.map(([name, call]) => expectClosed(() => call(store), `${name} during close`));
      await Promise.all([write, closing, ...refused]);
    },
  },
  {
    id: 'close-twice',
    clause,
    title: 'close may be called again, also while the first call is under way.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      const outcomes = await Promise.all([store.close(), store.close()]);
      expectEqual('the result of close', outcomes, [undefined, undefined]);
      expectEqual('the result of another close', await store.close(), undefined);
    },
  },
  {
    id: 'close-unused',
    clause,
    title: 'A store that was never used can be closed.',
    async run(stores) {
      const store = await stores.open();
      await store.close();
      await expectClosed(() => store.get('a'), 'get after close');
    },
  },
  {
    id: 'close-waits-for-writes',
    clause,
    title: 'Writes under way when close is called succeed, and close resolves after them.',
    async run(stores) {
      const store = await stores.open();
      await store.put('present', locationOf(1));
      await store.put('unwanted', locationOf(2));
      let settled = 0;
      const writes: Promise<unknown>[] = [
        ...recordsOf(50).map(([id, location]) => store.put(id, location)),
        store.replace('present', locationOf(3)),
        store.replace('absent', locationOf(4)),
        store.delete('unwanted'),
      ];
      const counted = writes.map((write) => write.finally(() => settled++));
      const closed = store.close().then(async () => {
        // The promises of the writes may settle some turns later than the promise of close.
        for (let turn = 0; turn < 20; turn++) await undefined;
        return settled;
      });
      const [over, outcomes] = await Promise.all([closed, Promise.all(counted)]);
      expectEqual('the outcomes of the writes', outcomes.slice(50), [true, false, undefined]);
      expectEqual('the writes settled when close resolved', over, writes.length);
    },
  },
  {
    id: 'close-twice-waits',
    clause,
    title: 'A second call of close, too, resolves after the writes under way.',
    async run(stores) {
      const store = await stores.open();
      let settled = 0;
      const writes = recordsOf(50).map(([id, location]) => store.put(id, location).finally(() => settled++));
      const closing = store.close();
      const closed = store.close().then(async () => {
        for (let turn = 0; turn < 20; turn++) await undefined;
        return settled;
      });
      const [over] = await Promise.all([closed, closing, ...writes]);
      expectEqual('the writes settled when the second close resolved', over, writes.length);
    },
  },
  {
    id: 'close-ends-lists',
    clause,
    title: 'A list under way when the store is closed rejects, and can still be abandoned.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      const abandoned = openList(store);
      const started = openList(store);
      const untouched = openList(store);
      await readBatch(abandoned);
      await readBatch(started);
      await store.close();
      await expectClosed(() => started.next(), 'next() of a list that had been started');
      await expectClosed(() => untouched.next(), 'next() of a list that had not been started');
      expectEqual('return() after close', (await abandoned.return?.())?.done, true);
    },
  },
  {
    id: 'close-settles-pending-reads',
    clause,
    title: 'Reads under way when close is called resolve to the record, or reject with STORE_CLOSED.',
    async run(stores) {
      const store = await stores.open();
      await putAll(store, recordsOf(many));
      const closedOr = async <T>(read: Promise<T>, what: string): Promise<{ value: T } | undefined> => {
        const outcome = await read.then((value) => ({ value })).catch((error: unknown) => ({ error }));
        if ('value' in outcome) return outcome;
        await expectClosed(() => read, what);
        return undefined;
      };
      const get = closedOr(store.get(numbered(1)), 'get under way');
      const next = closedOr(openList(store).next() as Promise<unknown>, 'next() under way');
      await store.close();
      const found = await get;
      if (found !== undefined) expectEqual('the result of get', found.value, locationOf(1));
      await next;
    },
  },
  ...guarantees,
];
