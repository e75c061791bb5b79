import type { LocationRecord } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { locationOf, many, noise, putAll, readList, recordsOf } from '../store-steps.ts';

const long = noise(10_000);

/** Ascending by UTF-8 bytes. UTF-16 units or a collation would give another order. */
const ascending = [
  ...[
    '\0',
    '\0a',
    '\t',
    ' ',
    ' a',
    '!',
    '%',
    "'",
    '*',
    '10',
    '2',
    '9',
    'A',
    'B',
    'Z',
    '_',
    'a',
    'a\0',
    'a\0b',
    'a ',
  ],
  ...[
    'aB',
    'aa',
    'ab',
    'b',
    '~',
    '\u007f',
    '\u0080',
    'e\u0301',
    'é',
    'ß',
    '\u07ff',
    '\u0800',
    '\ud7ff',
    '\ue000',
  ],
  ...['\ufeff', '\uff5e', '\uffff', '\u{10000}', '\u{1f600}', '\u{1f600}a', '\u{10ffff}'],
  ...['', '\0', 'a', 'b', '\u{1f600}'].map((end) => long + end),
].sort(byCodePoint);

/** The order of the list, for each value of the guarantee `listOrder`. */
export const listOrder: readonly StoreCase[] = [
  {
    id: 'list-order-id-bytes',
    clause: 'StoreGuarantees.listOrder: id-bytes',
    title: 'The list is sorted by the UTF-8 bytes of the identifiers.',
    when: { listOrder: 'id-bytes' },
    async run(stores) {
      const store = await stores.open();
      await putAll(
        store,
        shuffled(ascending).map((id, number): LocationRecord => [id, locationOf(number)]),
      );
      expectEqual('the order', idsOf(await readList(store)), ascending);
      await store.put('a', locationOf(1));
      await store.delete('b');
      await store.put('b', locationOf(2));
      expectEqual('the order after more writes', idsOf(await readList(store)), ascending);
    },
  },
  {
    id: 'list-order-id-bytes-many',
    clause: 'StoreGuarantees.listOrder: id-bytes',
    title: 'A long list is sorted by the UTF-8 bytes of the identifiers across its batches.',
    when: { listOrder: 'id-bytes' },
    async run(stores) {
      const store = await stores.open();
      await putAll(store, shuffled(recordsOf(many)));
      expectEqual('the list', await readList(store), recordsOf(many));
    },
  },
  {
    id: 'list-order-first-put',
    clause: 'StoreGuarantees.listOrder: first-put',
    title:
      'The list has the order in which the identifiers were first stored, also after they were overwritten.',
    when: { listOrder: 'first-put' },
    async run(stores) {
      const store = await stores.open();
      const ids = shuffled(ascending);
      for (const [number, id] of ids.entries()) await store.put(id, locationOf(number));
      expectEqual('the order', idsOf(await readList(store)), ids);
      for (const id of ids.slice(0, 5).reverse()) await store.put(id, locationOf(1));
      await store.replace(ids.at(-1) ?? '', locationOf(2));
      await store.delete(ids[6] ?? '');
      expectEqual('the order after more writes', idsOf(await readList(store)), ids.toSpliced(6, 1));
    },
  },
  {
    id: 'list-order-first-put-many',
    clause: 'StoreGuarantees.listOrder: first-put',
    title: 'A long list has the order in which the identifiers were first stored, across its batches.',
    when: { listOrder: 'first-put' },
    async run(stores) {
      const store = await stores.open();
      const records = shuffled(recordsOf(300));
      for (const [id, location] of records) await store.put(id, location);
      expectEqual('the list', await readList(store), records);
    },
  },
];

function idsOf(records: readonly LocationRecord[]): string[] {
  return records.map(([id]) => id);
}

/** The items in a shuffled order, the same in every run. */
function shuffled<T>(items: readonly T[]): T[] {
  const shuffledItems = [...items];
  for (let index = shuffledItems.length - 1, state = 7; index > 0; index--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = (state >>> 8) % (index + 1);
    [shuffledItems[index], shuffledItems[other]] = [shuffledItems[other] as T, shuffledItems[index] as T];
  }
  return shuffledItems;
}

/** Compares by code points, which have the order of UTF-8 bytes. */
function byCodePoint(left: string, right: string): number {
  const [a, b] = [Array.from(left), Array.from(right)];
  const index = a.findIndex((character, position) => character !== b[position]);
  if (index === -1) return a.length - b.length;
  return (a[index]?.codePointAt(0) ?? -1) - (b[index]?.codePointAt(0) ?? -1);
}
