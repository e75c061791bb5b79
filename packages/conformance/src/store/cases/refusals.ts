import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { expectClosed, expectRefused } from '../expect-rejection.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, shown } from '../store-steps.ts';

/** A wrong value of any type, and its description for a message. */
type Sample = readonly [what: string, value: never];

const loneSurrogates: readonly Sample[] = samples({
  'a lone high surrogate': '\ud800',
  'a lone low surrogate': 'a\udc00b',
  'surrogates in the wrong order': '\udc00\ud800',
});

const neverValid: readonly Sample[] = samples({
  null: null,
  'a boolean': true,
  'a symbol': Symbol('a'),
  'a function': () => 'a',
  'an object': {},
});

/** Values that are not identifiers. */
const wrongIdentifiers: readonly Sample[] = [
  ...loneSurrogates,
  ...neverValid,
  ...samples({
    undefined,
    'the empty string': '',
    'a number': 1,
    'an array': ['a'],
    'a string object': Object('a'),
  }),
];

/** Values that are not descriptions. */
const wrongDescriptions: readonly Sample[] = [
  ...loneSurrogates,
  ...neverValid,
  ...samples({ 'a number': 0, 'an array': ['a'], 'a string object': Object('a') }),
];

/** Values that are neither a latitude nor a longitude. */
const wrongDegrees: readonly Sample[] = [
  ...neverValid,
  ...samples({
    undefined,
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    '-Infinity': Number.NEGATIVE_INFINITY,
    'a string': '1',
    'the empty string': '',
    'a bigint': 1n,
    'an array': [1],
    'a number object': Object(1),
    'a date': new Date(0),
  }),
];

/** Values without coordinates. */
const wrongLocations: readonly Sample[] = [
  ...neverValid,
  ...samples({
    undefined,
    'a number': 1,
    'a string': 'a',
    'an array': [1, 2],
    'an object without coordinates': { latitude: 1, longitude: 2 },
    'an object with null for coordinates': { coordinates: null },
    'an object with an array for coordinates': { coordinates: [1, 2] },
    'an object with empty coordinates': { coordinates: {} },
  }),
];

function samples(values: Readonly<Record<string, unknown>>): readonly Sample[] {
  return Object.entries(values) as [string, never][];
}

/** The effect of a refusal on other calls, and refusals after `close`. */
const refusalBounds: readonly StoreCase[] = [
  {
    id: 'refusal-spares-others',
    clause: 'LocationStore: a refused write spoils no other',
    title: 'Writes concurrent with a refused one take effect.',
    async run(stores) {
      const store = await stores.open();
      await store.put('unwanted', locationOf(1));
      // A function cannot be posted to a thread, either: there it would fail its whole batch.
      const wrong = { ...locationOf(5), description: (() => 'a') as never };
      const option = 'location.description';
      const outcomes = await Promise.all([
        store.put('a', locationOf(2)),
        expectRefused(() => store.put('b', wrong), option, 'put among others'),
        expectRefused(() => store.replace('a', wrong), option, 'replace among others'),
        expectRefused(() => store.delete(Symbol('a') as never), 'id', 'delete among others'),
        store.delete('unwanted'),
        store.replace('absent', locationOf(3)),
        store.put('c', locationOf(4)),
      ]);
      expectEqual('the outcome of replace', outcomes[5], false);
      expectEqual('get of the refused record', await store.get('b'), undefined);
      const expected: readonly LocationRecord[] = [
        ['a', locationOf(2)],
        ['c', locationOf(4)],
      ];
      await expectRecords(store, expected, 'after writes among refused ones');
    },
  },
  {
    id: 'closed-methods-reject-anything',
    clause: 'LocationStore.close: any argument',
    title:
      'Every method of a closed store rejects with STORE_CLOSED, also for arguments that an open one would refuse.',
    async run(stores) {
      const store = await stores.open();
      await store.close();
      const wrong = { coordinates: { latitude: Number.NaN, longitude: 0 } };
      await expectClosed(() => store.get(''), 'get after close');
      for (const id of ['', 'a']) {
        await expectClosed(() => store.put(id, wrong), `put to ${shown(id)} after close`);
        await expectClosed(() => store.replace(id, wrong), `replace of ${shown(id)} after close`);
      }
      await expectClosed(() => store.delete(''), 'delete after close');
    },
  },
];

const clause = 'LocationStore: what is none of these is refused';
const records: readonly LocationRecord[] = [
  ['a', locationOf(1)],
  ['\ufffd', locationOf(2)],
];

/** Values that a store refuses. The types rule out most of them. */
export const refusals: readonly StoreCase[] = [
  refusal('refuses-identifiers', 'Every method refuses a value that is not an identifier.', async (store) => {
    for (const [what, id] of wrongIdentifiers) {
      await expectRefused(() => store.get(id), 'id', `get of ${what}`);
      await expectRefused(() => store.put(id, locationOf(3)), 'id', `put of ${what}`);
      await expectRefused(() => store.replace(id, locationOf(3)), 'id', `replace of ${what}`);
      await expectRefused(() => store.delete(id), 'id', `delete of ${what}`);
    }
  }),
  refusal('refuses-descriptions', 'The store refuses a value that is not a description.', async (store) => {
    for (const [what, description] of wrongDescriptions) {
      const location = { description, coordinates: locationOf(3).coordinates };
      await expectRefusedLocation(store, location, 'location.description', `the description ${what}`);
    }
  }),
  refusal('refuses-coordinates', 'A coordinate that is not a finite number is refused.', async (store) => {
    for (const name of ['latitude', 'longitude']) {
      for (const [what, degrees] of wrongDegrees) {
        const coordinates = { ...locationOf(3).coordinates, [name]: degrees };
        const option = `location.coordinates.${name}`;
        await expectRefusedLocation(store, { coordinates }, option, `the ${name} ${what}`);
      }
    }
  }),
  refusal('refuses-other-shapes', 'A value without coordinates is refused.', async (store) => {
    for (const [what, location] of wrongLocations) {
      await expectRefusedLocation(store, location, 'location.coordinates.latitude', what);
    }
  }),
  refusal('refusal-names-the-first', 'The error for several wrong values names the first.', async (store) => {
    const coordinates = { latitude: Number.NaN, longitude: Number.NaN };
    const location = { description: '\ud800', coordinates };
    await expectRefused(() => store.put('', location), 'id', 'put of wrong values only');
    await expectRefused(() => store.replace('', location), 'id', 'replace of wrong values only');
    await expectRefusedLocation(store, location, 'location.description', 'a Location with only wrong values');
    await expectRefusedLocation(store, { coordinates }, 'location.coordinates.latitude', 'wrong coordinates');
  }),
  ...refusalBounds,
];

/** A case in which `refuse` changes nothing. */
function refusal(id: string, title: string, refuse: (store: LocationStore) => Promise<void>): StoreCase {
  return {
    id,
    clause,
    title,
    async run(stores) {
      const store = await stores.open();
      for (const [present, location] of records) await store.put(present, location);
      await refuse(store);
      await expectRecords(store, records, 'after refusals');
    },
  };
}

/** Requires both methods to refuse the Location, whether the record is present or absent. */
async function expectRefusedLocation(
  store: LocationStore,
  location: unknown,
  option: string,
  what: string,
): Promise<void> {
  for (const id of ['a', 'absent']) {
    await expectRefused(() => store.put(id, location as Location), option, `put of ${what}`);
    await expectRefused(() => store.replace(id, location as Location), option, `replace of ${what}`);
  }
}
