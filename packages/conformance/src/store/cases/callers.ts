import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { expectRecords, expectRefused, locationOf, openList, readBatch } from '../steps.ts';
import { storeCases } from '../store-case.ts';

const loneSurrogates = { 'a lone high surrogate': '\ud800', 'surrogates in the wrong order': '\udc00\ud800' };

const wrongIdentifiers = {
  ...loneSurrogates,
  undefined,
  null: null,
  'the empty string': '',
  'a number': 1,
  'an array': ['a'],
  'a symbol': Symbol('a'),
};

const wrongDescriptions = {
  ...loneSurrogates,
  null: null,
  'a number': 0,
  'an array': ['a'],
  'a function': () => 'a',
};

const wrongNumbers = {
  undefined,
  null: null,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  'a string': '1',
  'a bigint': 1n,
  'an array': [1],
};

const { coordinates } = locationOf(3);

/** Values that are no Location, with the argument that the error names: the first that is wrong. */
const wrongLocations: readonly (readonly [what: string, location: unknown, argument: string])[] = [
  ...Object.entries(wrongDescriptions).map(
    ([what, description]) => [what, { description, coordinates }, 'location.description'] as const,
  ),
  ...(['latitude', 'longitude'] as const).flatMap((name) =>
    Object.entries(wrongNumbers).map(([what, value]) => {
      const location = { coordinates: { ...coordinates, [name]: value } };
      return [`the ${name} ${what}`, location, `location.coordinates.${name}`] as const;
    }),
  ),
  ...[undefined, null, 1, 'a', [1, 2], coordinates, { coordinates: null }, { coordinates: [1, 2] }].map(
    (location) =>
      [`the Location ${JSON.stringify(location)}`, location, 'location.coordinates.latitude'] as const,
  ),
  ['only wrong values', { description: 1, coordinates: {} }, 'location.description'],
  ['wrong coordinates', { coordinates: { latitude: Number.NaN } }, 'location.coordinates.latitude'],
];

/** Values that a store refuses. */
const refusals = storeCases('LocationStore: every method refuses other values', [
  [
    'refuses-identifiers',
    'Every method refuses a value that is not an identifier, and the store stays as it was.',
    async (store) => {
      await store.put('\ufffd', locationOf(1));
      for (const [what, value] of Object.entries(wrongIdentifiers)) {
        const id = value as string;
        const wrong = { coordinates: {} } as Location;
        await expectRefused(() => store.get(id), 'id', `get of ${what}`);
        await expectRefused(() => store.put(id, wrong), 'id', `put to ${what}`);
        await expectRefused(() => store.replace(id, wrong), 'id', `replace of ${what}`);
        await expectRefused(() => store.delete(id), 'id', `delete of ${what}`);
      }
      await expectRecords(store, [['\ufffd', locationOf(1)]], 'after refusals');
    },
  ],
  [
    'refuses-locations',
    'put and replace refuse a value that is not a Location, name its first wrong part, and change nothing.',
    async (store) => {
      await store.put('a', locationOf(1));
      for (const [what, location, argument] of wrongLocations) {
        for (const id of ['a', 'absent']) {
          await expectRefused(() => store.put(id, location as Location), argument, `put of ${what}`);
          await expectRefused(() => store.replace(id, location as Location), argument, `replace by ${what}`);
        }
      }
      await expectRecords(store, [['a', locationOf(1)]], 'after refusals');
    },
  ],
  [
    'refusal-spares-others',
    'Writes concurrent with a refused one take effect, and the refused one never does.',
    async (store) => {
      await store.put('unwanted', locationOf(1));
      const wrong = { ...locationOf(5), description: (() => 'a') as never };
      const argument = 'location.description';
      await Promise.all([
        store.put('a', locationOf(2)),
        expectRefused(() => store.put('b', wrong), argument, 'put among others'),
        expectRefused(() => store.replace('a', wrong), argument, 'replace among others'),
        expectRefused(() => store.delete(Symbol('a') as never), 'id', 'delete among others'),
        store.delete('unwanted'),
        store.put('c', locationOf(4)),
      ]);
      const expected: LocationRecord[] = [
        ['a', locationOf(2)],
        ['c', locationOf(4)],
      ];
      await expectRecords(store, expected, 'after writes among refused ones');
    },
  ],
]);

const writes: readonly (readonly [
  name: string,
  write: (store: LocationStore, location: Location) => Promise<unknown>,
])[] = [
  ['put', (store, location) => store.put('a', location)],
  ['replace', (store, location) => store.replace('a', location)],
];

/** The objects of the caller and those of the store are not the same. */
const copies = storeCases('LocationStore: values are copied in and out', [
  [
    'copies-what-is-put',
    'A later change to an object given to put or replace, even before the call resolves, changes nothing.',
    async (store) => {
      for (const [name, write] of writes) {
        const location = structuredClone(locationOf(1));
        const writing = write(store, location);
        spoil(location);
        await writing;
        await expectRecords(store, [['a', locationOf(1)]], `after a change during ${name}`);
        const other = structuredClone(locationOf(2));
        await write(store, other);
        spoil(other);
        await expectRecords(store, [['a', locationOf(2)]], `after a change after ${name}`);
      }
    },
  ],
  [
    'copies-what-is-read',
    'A change to a result of get or list changes neither the store nor other lists.',
    async (store) => {
      await store.put('a', locationOf(1));
      const other = await readBatch(openList(store));
      spoil(await store.get('a'));
      const batch = (await readBatch(openList(store))) as [string, Location][];
      for (const record of batch) {
        spoil(record[1]);
        record[0] = 'c';
      }
      batch.length = 0;
      await expectRecords(store, [['a', locationOf(1)]], 'after changes to what was read');
      expectEqual('a batch of another list', other, [['a', locationOf(1)]]);
    },
  ],
  [
    'copies-leave-objects-alone',
    'A store takes frozen objects, and freezes and changes no object of its caller.',
    async (store) => {
      for (const [name, write] of writes) {
        const frozen = Object.freeze({ coordinates: Object.freeze({ latitude: -0, longitude: 1 }) });
        await write(store, frozen);
        const location = { description: undefined, note: 1, coordinates: { latitude: -0, longitude: 1 } };
        await write(store, location);
        expectEqual(`frozen by ${name}`, [location, location.coordinates].filter(Object.isFrozen), []);
        expectEqual(`the members after ${name}`, Object.keys(location), [
          'description',
          'note',
          'coordinates',
        ]);
        expectEqual(`the coordinates after ${name}`, location.coordinates, { latitude: -0, longitude: 1 });
      }
    },
  ],
  [
    'copies-the-members-of-a-location',
    'Members may be inherited or getters, and those that a Location does not have are neither stored nor refused.',
    async (store) => {
      const withMore = { id: 'b', ...locationOf(1), toJSON: () => 'c' };
      Object.assign(withMore, { coordinates: { ...withMore.coordinates, altitude: 7 } });
      for (const [name, write] of writes) {
        await write(store, withMore);
        await expectRecords(store, [['a', locationOf(1)]], `after ${name} of an object with more members`);
        await write(store, new Place());
        await expectRecords(store, [['a', locationOf(2)]], `after ${name} of an object with getters`);
      }
    },
  ],
]);

/** Wrong arguments, and objects that callers change. */
export const callers = [...refusals, ...copies];

/** A Location whose members are inherited getters. */
class Place implements Location {
  get description(): string {
    return 'place 2';
  }
  get coordinates(): Location['coordinates'] {
    return Object.create(locationOf(2).coordinates);
  }
}

function spoil(location: Location | undefined): void {
  try {
    Object.assign(location?.coordinates ?? {}, { latitude: 77 });
    Object.assign(location ?? {}, { description: 'spoilt', coordinates: { latitude: 78, longitude: 78 } });
  } catch {
    // A store may freeze its results.
  }
}
