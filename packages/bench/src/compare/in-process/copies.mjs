// The ways to give a test records of its own. Each is loaded alone, as its user would.
import { bigStore, idOf, locationOf } from '../../shared/big-list.mjs';

/** @typedef {import('@location-records/core').Location} Location */
/**
 * What copies the records, and what changes and reads the first record of the last copy.
 *
 * @typedef {{ copy: () => void, put: (location: Location) => void, get: () => Location | undefined }} Copying
 */

const first = idOf(0);
/** @type {Record<string, Location>} */
const fixture = Object.fromEntries(
  Array.from({ length: 1000 }, (_, index) => [idOf(index), locationOf(index)]),
);

/** @satisfies {Record<string, () => Promise<Copying>>} */
export const copies = {
  async storeFork() {
    const store = bigStore(100_000);
    let fork = store.fork();
    return {
      copy() {
        fork = store.fork();
      },
      // Takes effect before it returns.
      put: (location) => void fork.put(first, location),
      get: () => fork.peek(first),
    };
  },
  async fakeReset() {
    const fake = await createFixture();
    return {
      copy: () => fake.reset(),
      put: (location) => fake.records.put(first, location),
      get: () => fake.records.get(first),
    };
  },
  async fakeFork() {
    const fake = await createFixture();
    let fork = fake.fork();
    return {
      copy() {
        fork = fake.fork();
      },
      put: (location) => fork.records.put(first, location),
      get: () => fork.records.get(first),
    };
  },
  async newMap() {
    const entries = Object.entries(fixture);
    let map = new Map(entries);
    return {
      copy() {
        map = new Map(entries);
      },
      put: (location) => void map.set(first, location),
      get: () => map.get(first),
    };
  },
  async structuredClone() {
    let clone = structuredClone(fixture);
    return {
      copy() {
        clone = structuredClone(fixture);
      },
      put(location) {
        clone[first] = location;
      },
      get: () => clone[first],
    };
  },
};

async function createFixture() {
  const { createFake } = await import('@location-records/testing');
  return createFake({ records: fixture });
}
