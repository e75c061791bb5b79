import type { Location, LocationRecord } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, openList, readBatch } from '../store-steps.ts';

const clause = 'LocationStore: values are copied in and out';

/** A Location that can be changed. */
interface Changeable {
  description?: string;
  coordinates: { latitude: number; longitude: number };
}

/** A caller that changes its objects does not change the store, or the objects of other callers. */
export const copies: readonly StoreCase[] = [
  {
    id: 'copies-what-is-put',
    clause,
    title:
      'Changing an object after the call of put, even before put has resolved, changes nothing in the store.',
    async run(stores) {
      const store = await stores.open();
      const location = changeable(locationOf(1));
      const put = store.put('a', location);
      spoil(location);
      await put;
      await expectRecords(store, [['a', locationOf(1)]], 'the object changed during put');
      const other = changeable(locationOf(2));
      await store.put('a', other);
      spoil(other);
      await expectRecords(store, [['a', locationOf(2)]], 'the object changed after put');
    },
  },
  {
    id: 'copies-what-replaces',
    clause,
    title: 'Changing an object after replace changes nothing in the store.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      const location = changeable(locationOf(2));
      const replaced = store.replace('a', location);
      spoil(location);
      await replaced;
      await expectRecords(store, [['a', locationOf(2)]], 'the object changed during replace');
      const other = changeable(locationOf(3));
      await store.replace('a', other);
      spoil(other);
      await expectRecords(store, [['a', locationOf(3)]], 'the object changed after replace');
    },
  },
  {
    id: 'copies-what-is-read',
    clause,
    title: 'Changing the result of get changes nothing in the store.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      spoil(await store.get('a'));
      await expectRecords(store, [['a', locationOf(1)]], 'the result of get was changed');
    },
  },
  {
    id: 'copies-what-is-listed',
    clause,
    title:
      'Changing a batch, a record or a Location of a list changes nothing in the store or in other lists.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', locationOf(1));
      await store.put('b', locationOf(2));
      const other = openList(store);
      const seen = await readBatch(other);
      const batch = (await readBatch(openList(store))) as [string, Location][];
      for (const record of batch) {
        spoil(record[1]);
        record[0] = 'c';
        record[1] = locationOf(3);
      }
      batch.length = 0;
      const [id] = seen[0] ?? [];
      expectEqual('a batch of another list', seen.slice(0, 1), [[id, locationOf(id === 'a' ? 1 : 2)]]);
      await expectRecords(
        store,
        [
          ['a', locationOf(1)],
          ['b', locationOf(2)],
        ],
        'the records of a list were changed',
      );
    },
  },
  {
    id: 'copies-frozen-objects',
    clause,
    title: 'A frozen object can be stored: the store does not change the objects of its caller.',
    async run(stores) {
      const store = await stores.open();
      const location = Object.freeze({
        ...locationOf(1),
        coordinates: Object.freeze(locationOf(1).coordinates),
      });
      await store.put('a', location);
      expectEqual('replace with a frozen object', await store.replace('a', location), true);
      const records: LocationRecord[] = [['a', locationOf(1)]];
      await expectRecords(store, records, 'after writes of a frozen object');
      expectEqual('the object of the caller', location, locationOf(1));
    },
  },
  {
    id: 'copies-leave-objects-alone',
    clause,
    title: 'A store neither freezes the objects of its caller nor changes their members.',
    async run(stores) {
      const store = await stores.open();
      await store.put('replaced', locationOf(1));
      const writes = [
        (location: Location) => store.put('put', location),
        (location: Location) => store.replace('replaced', location),
      ];
      for (const write of writes) {
        const location = {
          description: undefined,
          note: 1,
          coordinates: { latitude: -0, longitude: 1, note: 2 },
        };
        await write(location);
        const { coordinates } = location;
        expectEqual('the frozen objects', [location, coordinates].filter(Object.isFrozen), []);
        expectEqual('the members', Object.keys(location), ['description', 'note', 'coordinates']);
        expectEqual('the members of the coordinates', coordinates, { latitude: -0, longitude: 1, note: 2 });
      }
    },
  },
  {
    id: 'copies-no-other-members',
    clause,
    title: 'Members that a Location does not have are neither stored nor refused.',
    async run(stores) {
      const store = await stores.open();
      const withMore = (number: number) => {
        const { coordinates, ...others } = locationOf(number);
        return { id: 'b', ...others, coordinates: { ...coordinates, altitude: 7 }, toJSON: () => 'c' };
      };
      await store.put('a', withMore(1));
      await expectRecords(store, [['a', locationOf(1)]], 'after put of an object with more members');
      expectEqual('replace', await store.replace('a', withMore(2)), true);
      await expectRecords(store, [['a', locationOf(2)]], 'after replace with an object with more members');
    },
  },
  {
    id: 'copies-inherited-members',
    clause,
    title: 'An object that inherits the members of a Location, such as one with getters, can be stored.',
    async run(stores) {
      const store = await stores.open();
      await store.put('a', new Place(1));
      await expectRecords(store, [['a', locationOf(1)]], 'after put of an object with getters');
      expectEqual('replace', await store.replace('a', new Place(2)), true);
      await expectRecords(store, [['a', locationOf(2)]], 'after replace with an object with getters');
    },
  },
];

/** A Location whose members are getters of its class. */
class Place implements Location {
  readonly #number: number;
  constructor(number: number) {
    this.#number = number;
  }
  get description(): string | undefined {
    return locationOf(this.#number).description;
  }
  get coordinates(): Location['coordinates'] {
    return Object.create(locationOf(this.#number).coordinates);
  }
}

function changeable({ description = '', coordinates }: Location): Changeable {
  return { description, coordinates: { ...coordinates } };
}

function spoil(location: Location | undefined): void {
  if (location === undefined) return;
  const target = location as Changeable;
  try {
    target.coordinates.latitude = 77;
    target.coordinates = { latitude: 78, longitude: 78 };
    target.description = 'spoilt';
  } catch {
    // A store may freeze its results.
  }
}
