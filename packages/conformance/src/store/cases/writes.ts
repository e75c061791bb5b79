import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import {
  expectRecords,
  locationAt,
  locationOf,
  noise,
  numberedRecords,
  putAll,
  replaceAll,
} from '../steps.ts';
import { type StoreRow, storeCases } from '../store-case.ts';

/** The Locations that the rows name. */
const locations: Readonly<Record<string, Location>> = {
  full: locationOf(1),
  other: locationOf(2),
  bare: { coordinates: locationOf(3).coordinates },
  undescribed: { description: undefined, coordinates: locationOf(3).coordinates },
};

/** Calls one after the other, with the expected result of some, and the records that are left. */
const rows: readonly (readonly [id: string, title: string, calls: string, left: string])[] = [
  ['starts-empty', 'A new store has no records.', 'get a = nothing', ''],
  ['put-creates', 'put on a new identifier creates the whole record.', 'put a full', 'a full'],
  [
    'put-replaces-every-field',
    'put on an existing identifier replaces the whole Location, including the description.',
    'put a full, put b full, put c full, put a other, put b bare, put c undescribed',
    'a other, b bare, c bare',
  ],
  ['put-again-changes-nothing', 'put is idempotent.', 'put a full, put a full, put a full', 'a full'],
  [
    'replace-replaces-every-field',
    'replace on an existing identifier replaces the whole Location, and resolves to true.',
    'put a full, put b full, put c full, replace a other = true, replace b bare = true',
    'a other, b bare, c full',
  ],
  [
    'replace-with-the-same-says-true',
    'replace resolves to whether the record existed, not to whether anything changed.',
    'put a full, replace a full = true, replace a full = true',
    'a full',
  ],
  [
    'replace-absent-creates-nothing',
    'replace on a missing identifier creates nothing, and resolves to false.',
    'put a full, put b full, delete b, replace b full = false, replace c full = false, get c = nothing',
    'a full',
  ],
  [
    'delete-removes-one-record',
    'delete removes one record, and none with a longer identifier.',
    'put a full, put ab full, put ba full, put a: full, put a/b full, delete a, get a = nothing',
    'ab full, ba full, a: full, a/b full',
  ],
  [
    'delete-absent-is-no-failure',
    'delete of a missing record resolves, and changes nothing.',
    'put a full, delete b, delete b, put c full, delete c, delete c',
    'a full',
  ],
  [
    'put-after-delete-starts-over',
    'put after delete creates a record with nothing of the deleted one.',
    'put a full, put b full, delete a, delete b, put a bare, put b full',
    'a bare, b full',
  ],
];

const long = noise(10_000);

/**
 * Locations that a store takes for each other when it compares a part, trims, folds, counts or reads numbers.
 */
export const alike: readonly Location[] = [
  locationAt(1.5, -2.25, 'a'),
  locationAt(1.5 + 2 ** -52, -2.25, 'a'),
  locationAt(1.5, 2.25, 'a'),
  ...[undefined, '', 'A', 'a ', '\u00e1', 'a\u0301', '1', '1.0', long, `${long}b`].map((text) =>
    locationAt(1.5, -2.25, text),
  ),
];

/** What put, replace and delete do to a record. */
export const writes = storeCases('SPEC 3', [
  ...rows.map(
    ([id, title, calls, left]): StoreRow => [
      id,
      title,
      async (store) => {
        for (const call of partsOf(calls)) await make(store, call);
        const records = partsOf(left).map((record): LocationRecord => {
          const [id = '', name = ''] = record.split(' ');
          return [id, locations[name] as Location];
        });
        await expectRecords(store, records, `after ${calls}`);
      },
    ],
  ),
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
]);

function partsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(', ');
}

/** Makes a call, such as `replace a full = true`. Without a result the call must resolve to nothing. */
async function make(store: LocationStore, call: string): Promise<void> {
  const [words = '', result = 'nothing'] = call.split(' = ');
  const [method, id = '', name = ''] = words.split(' ');
  const location = locations[name] as Location;
  const results = { nothing: undefined, true: true, false: false };
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    get: () => store.get(id),
    put: () => store.put(id, location),
    replace: () => store.replace(id, location),
    delete: () => store.delete(id),
  };
  expectEqual(words, await calls[method ?? '']?.(), results[result as keyof typeof results]);
}
