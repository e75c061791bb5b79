import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, noise, numbered, putAll } from '../store-steps.ts';

const clause = 'SPEC 3';

function at(latitude: number, longitude: number, description?: string): Location {
  const coordinates = { latitude, longitude };
  return description === undefined ? { coordinates } : { description, coordinates };
}

/** Locations of which each differs from the one before in one member only. */
const members: readonly (readonly [name: string, locations: readonly Location[]])[] = [
  // The next number that a double can hold, and the same number with another sign.
  ['latitude', [1.5 + 2 ** -52, 1.5, -1.5, 0, 1].map((latitude) => at(latitude, -2.25, 'a'))],
  ['longitude', [-2.25 - 2 ** -51, -2.25, 2.25, 0, 1].map((longitude) => at(1.5, longitude, 'a'))],
  ['description', ['a', 'A', '', undefined, '', 'a', undefined, 'a'].map((text) => at(1.5, -2.25, text))],
];

/** Locations that share each of their members with others. */
const combined: readonly Location[] = [0, Number.MIN_VALUE, 1].flatMap((latitude) =>
  [0, Number.MIN_VALUE, 1].flatMap((longitude) =>
    [undefined, '', 'a'].map((text) => at(latitude, longitude, text)),
  ),
);

const long = noise(10_000);

/** Descriptions that are equal for a store that trims, cuts, folds, normalises, counts or reads numbers. */
const alike: readonly Location[] = [
  ...['a', 'A', ' a', 'a ', 'a\0', '\u00e1', 'a\u0301', '1', '01', '1.0', 'null'],
  ...[long, `${long}a`, `${long}b`],
].map((text) => at(1.5, -2.25, text));

/** Sets of Locations of which each may follow each. */
const sets: readonly (readonly [id: string, what: string, locations: readonly Location[]])[] = [
  ['changes-members-together', 'that differs in any of its members', combined],
  ['changes-description-slightly', 'whose description is almost the old one', alike],
];

/** The methods that write a Location over another one. */
const writes: readonly (readonly [
  name: string,
  write: (store: LocationStore, id: string, location: Location) => Promise<void>,
])[] = [
  ['put', (store, id, location) => store.put(id, location)],
  [
    'replace',
    async (store, id, location) =>
      expectEqual('the result of replace', await store.replace(id, location), true),
  ],
];

/** More writes than a store makes before it forgets or limits something by mistake. */
const runLength = 12;

/** Small changes of a record, many changes of one record, and deletes beside longer and shorter identifiers. */
export const changes: readonly StoreCase[] = [
  ...writes.flatMap(([name, write]): StoreCase[] => [
    ...members.map(
      ([member, [first = locationOf(0), ...locations]]): StoreCase => ({
        id: `${name}-changes-${member}`,
        clause,
        title: `${name} of a Location with another ${member} and nothing else new replaces the record.`,
        async run(stores) {
          const store = await stores.open();
          await putAll(store, [
            ['a', first],
            ['b', first],
          ]);
          for (const location of locations) {
            await write(store, 'a', location);
            await expectRecords(
              store,
              [
                ['a', location],
                ['b', first],
              ],
              `after ${name} of ${JSON.stringify(location)}`,
            );
          }
        },
      }),
    ),
    ...sets.map(
      ([id, what, locations]): StoreCase => ({
        id: `${name}-${id}`,
        clause,
        title: `${name} of a Location ${what} replaces the record.`,
        async run(stores) {
          const store = await stores.open();
          const pairs = locations.flatMap((before) =>
            locations.filter((after) => after !== before).map((after) => [before, after] as const),
          );
          await putAll(
            store,
            pairs.map(([before], index): LocationRecord => [numbered(index), before]),
          );
          await Promise.all(pairs.map(([, after], index) => write(store, numbered(index), after)));
          const expected = pairs.map(([, after], index): LocationRecord => [numbered(index), after]);
          await expectRecords(store, expected, `after ${name}`);
        },
      }),
    ),
    {
      id: `${name}-many-times`,
      clause,
      title: `Each of many calls of ${name} in a row replaces the record.`,
      async run(stores) {
        const store = await stores.open();
        await store.put('a', locationOf(runLength));
        for (let number = 0; number < runLength; number++) {
          await write(store, 'a', locationOf(number));
          await expectRecords(store, [['a', locationOf(number)]], `after call ${number + 1} of ${name}`);
        }
      },
    },
  ]),
  {
    id: 'writes-in-any-order',
    clause,
    title:
      'Five writes to one record, in any order of put, replace and delete, each follow from the one before.',
    async run(stores) {
      const store = await stores.open();
      const expected = await Promise.all(
        Array.from({ length: 3 ** 5 }, (_, order) => writeInOrder(store, numbered(order), order)),
      );
      await expectRecords(store, expected.flat(), 'after the writes');
    },
  },
  {
    id: 'delete-leaves-longer-ids',
    clause,
    title:
      'delete removes neither a record whose identifier goes on after its own nor one that ends before it.',
    async run(stores) {
      const store = await stores.open();
      const ends = [
        '',
        ':',
        '/',
        '.',
        '-',
        '_',
        '|',
        ',',
        ';',
        '@',
        '!',
        '~',
        ' ',
        '\0',
        'a',
        '#',
        '\u{ff}',
        '\uffff',
      ];
      const records = ends.map((end, index): LocationRecord => [`a${end}`, locationOf(index)]);
      await putAll(store, records);
      await store.delete(`a${ends.at(-1)}`);
      await expectRecords(store, records.slice(0, -1), 'after delete of the last');
      await store.delete('a');
      expectEqual('get after delete', await store.get('a'), undefined);
      await expectRecords(store, records.slice(1, -1), 'after delete of the first');
    },
  },
];

/** Makes five writes, of which `order` has one in each digit to the base of three. Returns the record that is left. */
async function writeInOrder(store: LocationStore, id: string, order: number): Promise<LocationRecord[]> {
  let left: LocationRecord[] = [];
  for (let number = 0, digits = order; number < 5; number++, digits = Math.floor(digits / 3)) {
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
