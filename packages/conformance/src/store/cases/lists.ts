import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import {
  eachBatch,
  expectRecords,
  idsOf,
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
} from '../steps.ts';
import { storeCases } from '../store-case.ts';

/** The contents of a list, and when it begins and ends. */
const contents = storeCases('LocationStore.list', [
  [
    'list-many',
    'A list has every record exactly once, even with more than a thousand records.',
    async (store) => {
      await putAll(store, recordsOf(1100));
      expectEqual('the list', sorted(await readList(store)), recordsOf(1100));
    },
    { clause: 'SPEC 4.7' },
  ],
  [
    'list-twice',
    'Each list starts at the beginning, and stays at its end.',
    async (store) => {
      await putAll(store, recordsOf(10));
      const list = openList(store);
      expectEqual('the first list', sorted(await readRest(list)), recordsOf(10));
      await store.put('new', locationOf(1));
      expectEqual('next() after the end', (await list.next()).done, true);
      expectEqual('the length of the second list', (await readList(store)).length, 11);
    },
  ],
  [
    'list-starts-at-first-next',
    'A list has everything written before its first next(), even if it was opened earlier.',
    async (store) => {
      await putAll(store, recordsOf(2));
      const list = openList(store);
      await store.put(numbered(0), locationOf(3));
      await store.delete(numbered(1));
      await store.put(numbered(2), locationOf(4));
      const expected = [
        [numbered(0), locationOf(3)],
        [numbered(2), locationOf(4)],
      ];
      expectEqual('the list', sorted(await readRest(list)), expected);
    },
    { clause: 'D43' },
  ],
  [
    'list-batches-of-256',
    'A batch of a list has at most 256 records.',
    async (store) => {
      await putAll(store, recordsOf(many));
      for await (const { length } of eachBatch(openList(store))) {
        if (length > 256) throw new ContractError('the length of a batch', 'at most 256', length);
      }
    },
    { clause: 'D43' },
  ],
  [
    'list-batches-of-32-kib',
    'A batch of a list ends with the record that brings its descriptions to 32 KiB, or before.',
    async (store) => {
      const text = 'x'.repeat(4000);
      const records = recordsOf(100).map(([id, location], number): LocationRecord => {
        // A short beginning must not decide how many records the later batches have.
        return [id, number < 50 ? location : { ...location, description: `${number} ${text}` }];
      });
      await putAll(store, records);
      const listed: LocationRecord[] = [];
      for await (const batch of eachBatch(openList(store))) {
        listed.push(...batch);
        const bytes = batch
          .slice(0, -1)
          .reduce((sum, [, { description = '' }]) => sum + description.length, 0);
        if (bytes <= 32 * 1024) continue;
        throw new ContractError('the bytes of a batch before its last record', 'at most 32 KiB', bytes);
      }
      expectEqual('the list', sorted(listed), records);
    },
    { clause: 'D43' },
  ],
]);

/** Lists that are not read to the end. */
const abandoned = storeCases('LocationStore.list: a reader that stops costs nothing', [
  [
    'list-abandoned',
    'A list abandoned by return(), half-way or before its first next(), ends, and other lists continue.',
    async (store) => {
      await putAll(store, recordsOf(many));
      const [unread, begun, other] = [openList(store), openList(store), openList(store)];
      await readBatch(begun);
      const start = await readBatch(other);
      for (const list of [unread, begun]) {
        expectEqual('the result of return()', (await list.return?.())?.done, true);
        expectEqual('next() after return()', (await list.next()).done, true);
      }
      expectEqual('another list', sorted([...start, ...(await readRest(other))]), recordsOf(many));
    },
  ],
  [
    'list-abandoned-during-next',
    'A list may be abandoned while a next() is under way, and again after its end.',
    async (store) => {
      await putAll(store, recordsOf(10));
      const list = openList(store);
      const [, ended] = await Promise.all([list.next(), list.return?.()]);
      expectEqual('the result of return()', ended?.done, true);
      expectEqual('next() after return()', (await list.next()).done, true);
      expectEqual('the result of another return()', (await list.return?.())?.done, true);
      await expectRecords(store, recordsOf(10), 'after an abandoned list');
    },
  ],
  [
    'list-stopped',
    'Fifty readers that stop half-way block no read, write or close, and can continue afterwards.',
    async (store) => {
      await putAll(store, recordsOf(many));
      const lists = Array.from({ length: 50 }, () => openList(store));
      const starts = await Promise.all(lists.map(readBatch));
      await store.put('added', locationOf(1));
      expectEqual('replace', await store.replace('added', locationOf(2)), true);
      expectEqual('get', await store.get('added'), locationOf(2));
      await store.delete('added');
      const rest = await readRest(lists[0] as (typeof lists)[0]);
      const listed = sorted([...(starts[0] ?? []), ...rest]).filter(([id]) => id !== 'added');
      expectEqual('a list read on', listed, recordsOf(many));
      expectEqual('the result of close', await store.close(), undefined);
    },
  ],
]);

const characters =
  "\0 \t!%'*ABZ_ab~\u007f\u0080éß\u07ff\u0800\ud7ff\ue000\ufeff\uff5e\uffff\u{10000}😀\u{10ffff}";
const words = ['\0a', ' a', '10', '2', '9', 'a\0', 'a\0b', 'a ', 'aB', 'aa', 'ab', 'e\u0301', '😀a'];

/** Ascending by UTF-8 bytes. UTF-16 units or a collation would give another order. */
const ascending = [
  ...[...characters, ...words],
  ...['', '\0', 'a', 'b', '😀'].map((end) => 'long'.repeat(2500) + end),
  ...idsOf(recordsOf(many)),
].sort(compareIdentifiers);

/** The identifiers in another order, the same in every run. */
const shuffled = ascending.map((_, index) => ascending[(index * 7919) % ascending.length] as string);

/** The order of the list, for each value of the guarantee `listOrder`. */
const order = storeCases('StoreGuarantees.listOrder', [
  [
    'list-order-id-bytes',
    'The list is sorted by the UTF-8 bytes of the identifiers, across its batches and after more writes.',
    async (store) => {
      await putAll(
        store,
        shuffled.map((id, number): LocationRecord => [id, locationOf(number)]),
      );
      await store.put('a', locationOf(1));
      await store.delete('b');
      await store.put('b', locationOf(2));
      expectEqual('the order', idsOf(await readList(store)), ascending);
    },
    { when: { listOrder: 'id-bytes' } },
  ],
  [
    'list-order-first-put',
    'The list has the order in which the identifiers were first stored, even after later writes.',
    async (store) => {
      for (const [number, id] of shuffled.entries()) await store.put(id, locationOf(number));
      expectEqual('the order', idsOf(await readList(store)), shuffled);
      for (const id of shuffled.slice(0, 5).reverse()) await store.put(id, locationOf(1));
      await store.replace(shuffled.at(-1) ?? '', locationOf(2));
      await store.delete(shuffled[6] ?? '');
      expectEqual('the order after more writes', idsOf(await readList(store)), shuffled.toSpliced(6, 1));
    },
    { when: { listOrder: 'first-put' } },
  ],
]);

/** Lists without writes at the same time. */
export const lists = [...contents, ...abandoned, ...order];
