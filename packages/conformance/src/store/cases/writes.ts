import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import {
  expectAbsent,
  expectRecords,
  locationAt,
  locationOf,
  noise,
  numbered,
  numberedRecords,
  putAll,
  readList,
  replaceAll,
} from '../steps.ts';
import { storeCases } from '../store-case.ts';

const long = noise(10_000);

/** Locations that a store takes for each other when it compares a part, trims, folds, counts or reads numbers. */
const alike: readonly Location[] = [
  locationAt(1.5, -2.25, 'a'),
  locationAt(1.5 + 2 ** -52, -2.25, 'a'),
  locationAt(1.5, 2.25, 'a'),
  ...[undefined, '', 'A', 'a ', '\u00e1', 'a\u0301', '1', '1.0', long, `${long}b`].map((text) =>
    locationAt(1.5, -2.25, text),
  ),
];

/** What put, replace and delete do to a record. */
export const writes = storeCases('SPEC 3', [
  [
    'starts-empty',
    'A new store has no records.',
    async (store) => {
      expectEqual('get from an empty store', await store.get('a'), undefined);
      expectEqual('the list of an empty store', await readList(store), []);
    },
  ],
  [
    'put-creates',
    'put on an absent identifier creates the whole record.',
    async (store) => {
      expectEqual('the result of put', await store.put('a', locationOf(1)), undefined);
      await expectRecords(store, [['a', locationOf(1)]], 'after put');
    },
  ],
  [
    'put-replaces-every-field',
    'put on a present identifier replaces the whole Location, its description included.',
    async (store) => {
      await putAll(store, recordsOfAB(1, 2));
      await store.put('a', locationOf(3));
      await expectRecords(store, recordsOfAB(3, 2), 'after the second put');
      const { coordinates } = locationOf(3);
      for (const location of [{ coordinates }, { description: undefined, coordinates }]) {
        await store.put('a', locationOf(3));
        await store.put('a', location);
        expectEqual('get after put without a description', await store.get('a'), { coordinates });
      }
    },
  ],
  [
    'put-again-changes-nothing',
    'put is idempotent.',
    async (store) => {
      for (let time = 0; time < 3; time++) await store.put('a', locationOf(1));
      await expectRecords(store, [['a', locationOf(1)]], 'after three puts');
    },
    { clause: 'SPEC 1' },
  ],
  [
    'replace-replaces-every-field',
    'replace on a present identifier replaces the whole Location, and resolves to true.',
    async (store) => {
      await putAll(store, recordsOfAB(1, 2));
      const { coordinates } = locationOf(4);
      await replaceAll(store, [
        ['a', locationOf(3)],
        ['b', { coordinates }],
      ]);
      await expectRecords(
        store,
        [
          ['a', locationOf(3)],
          ['b', { coordinates }],
        ],
        'after replace',
      );
    },
  ],
  [
    'replace-with-the-same-says-true',
    'replace resolves to whether the record was present, not to whether anything changed.',
    async (store) => {
      await store.put('a', locationOf(1));
      for (let time = 0; time < 2; time++) await replaceAll(store, [['a', locationOf(1)]]);
      await expectRecords(store, [['a', locationOf(1)]], 'after replace');
    },
  ],
  [
    'replace-absent-creates-nothing',
    'replace on an absent identifier creates nothing, and resolves to false.',
    async (store) => {
      await putAll(store, [
        ['b', locationOf(2)],
        ['deleted', locationOf(3)],
      ]);
      await store.delete('deleted');
      for (let time = 0; time < 2; time++) await expectAbsent(store, ['a', 'deleted'], 'of no record');
      await expectRecords(store, [['b', locationOf(2)]], 'after replace');
    },
  ],
  [
    'delete-removes-its-own',
    'delete removes its own record, and none whose identifier begins or ends as its own.',
    async (store) => {
      const ends = [
        ':',
        '/',
        '.',
        '-',
        '_',
        '|',
        ',',
        '@',
        '!',
        '~',
        ' ',
        '\0',
        'a',
        '#',
        '\u00ff',
        '\uffff',
      ];
      const others = ends.map((end, index): LocationRecord => [`a${end}`, locationOf(index)]);
      await putAll(store, [['a', locationOf(1)], ['ba', locationOf(0)], ...others]);
      expectEqual('the result of delete', await store.delete('a'), undefined);
      expectEqual('get after delete', await store.get('a'), undefined);
      await expectRecords(store, [['ba', locationOf(0)], ...others], 'after delete');
    },
  ],
  [
    'delete-absent-is-no-failure',
    'delete on an absent identifier resolves, and changes nothing.',
    async (store) => {
      await putAll(store, recordsOfAB(1, 2));
      for (let time = 0; time < 2; time++) await store.delete('never');
      await store.put('once', locationOf(3));
      for (let time = 0; time < 2; time++) await store.delete('once');
      await expectRecords(store, recordsOfAB(1, 2), 'after deletes of absent records');
    },
  ],
  [
    'put-after-delete-starts-anew',
    'put after delete creates a record with nothing of the deleted one.',
    async (store) => {
      const { coordinates } = locationOf(2);
      await store.put('a', locationOf(1));
      await store.delete('a');
      await store.put('a', { coordinates });
      await expectRecords(store, [['a', { coordinates }]], 'after put, delete, put');
    },
  ],
  [
    'changes-slightly',
    'put and replace of a Location that is almost the old one replace the record.',
    async (store) => {
      const pairs = alike.flatMap((before) =>
        alike.filter((after) => after !== before).map((after) => [before, after] as const),
      );
      for (const writeAll of [putAll, replaceAll]) {
        await putAll(store, numberedRecords(pairs.map(([before]) => before)));
        const expected = numberedRecords(pairs.map(([, after]) => after));
        await writeAll(store, expected);
        await expectRecords(store, expected, 'after small changes');
      }
    },
  ],
  [
    'writes-in-any-order',
    'Four writes to one record, in any order of put, replace and delete, each follow from the one before.',
    async (store) => {
      const expected = await Promise.all(
        Array.from({ length: 3 ** 4 }, (_, order) => writeInOrder(store, numbered(order), order)),
      );
      await expectRecords(store, expected.flat(), 'after the writes');
    },
  ],
]);

function recordsOfAB(a: number, b: number): LocationRecord[] {
  return [
    ['a', locationOf(a)],
    ['b', locationOf(b)],
  ];
}

/** Makes four writes, one for each ternary digit of `order`. Returns the record that is left. */
async function writeInOrder(store: LocationStore, id: string, order: number): Promise<LocationRecord[]> {
  let left: LocationRecord[] = [];
  for (let number = 0, digits = order; number < 4; number++, digits = Math.floor(digits / 3)) {
    const written: LocationRecord[] = [[id, locationOf(number)]];
    if (digits % 3 === 0) {
      await store.put(id, locationOf(number));
      left = written;
    } else if (digits % 3 === 1) {
      const isPresent = left.length > 0;
      expectEqual(`replace ${number} of ${id}`, await store.replace(id, locationOf(number)), isPresent);
      if (isPresent) left = written;
    } else {
      await store.delete(id);
      left = [];
    }
  }
  return left;
}
