import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { expectRefused } from '../expect-rejection.ts';
import { place } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords } from '../store-steps.ts';
import { wrongDegrees, wrongDescriptions, wrongIdentifiers, wrongLocations } from './refusal-samples.ts';

const clause = 'LocationStore: what is none of these is refused';
const records: readonly LocationRecord[] = [
  ['a', place(1)],
  ['\ufffd', place(2)],
];

/** What a store does not take, whoever gives it. The types forbid most of it already. */
export const refusals: readonly StoreCase[] = [
  refusal(
    'refuses-identifiers',
    'Whatever can be no identifier is refused by every method.',
    async (store) => {
      for (const [what, id] of wrongIdentifiers) {
        await expectRefused(() => store.get(id), 'id', `get of ${what}`);
        await expectRefused(() => store.put(id, place(3)), 'id', `put of ${what}`);
        await expectRefused(() => store.replace(id, place(3)), 'id', `replace of ${what}`);
        await expectRefused(() => store.delete(id), 'id', `delete of ${what}`);
      }
    },
  ),
  refusal('refuses-descriptions', 'Whatever can be no description is refused.', async (store) => {
    for (const [what, description] of wrongDescriptions) {
      const location = { description, coordinates: place(3).coordinates };
      await expectRefusedLocation(store, location, 'location.description', `the description ${what}`);
    }
  }),
  refusal(
    'refuses-coordinates',
    'Whatever is no finite number is refused as a coordinate.',
    async (store) => {
      for (const name of ['latitude', 'longitude']) {
        for (const [what, degrees] of wrongDegrees) {
          const coordinates = { ...place(3).coordinates, [name]: degrees };
          const option = `location.coordinates.${name}`;
          await expectRefusedLocation(store, { coordinates }, option, `the ${name} ${what}`);
        }
      }
    },
  ),
  refusal('refuses-other-shapes', 'What has no coordinates is refused.', async (store) => {
    for (const [what, location] of wrongLocations) {
      await expectRefusedLocation(store, location, 'location.coordinates.latitude', what);
    }
  }),
  refusal('refusal-names-the-first', 'Of several wrong values the first is named.', async (store) => {
    const coordinates = { latitude: Number.NaN, longitude: Number.NaN };
    const location = { description: '\ud800', coordinates };
    await expectRefused(() => store.put('', location), 'id', 'put of nothing but wrong values');
    await expectRefused(() => store.replace('', location), 'id', 'replace of nothing but wrong values');
    await expectRefusedLocation(store, location, 'location.description', 'a Location wrong in all its parts');
    await expectRefusedLocation(store, { coordinates }, 'location.coordinates.latitude', 'wrong coordinates');
  }),
];

/** A case in which `refuse` changes nothing. */
function refusal(id: string, title: string, refuse: (store: LocationStore) => Promise<void>): StoreCase {
  return {
    id,
    clause,
    title,
    async run(subject) {
      const store = await subject.open();
      for (const [present, location] of records) await store.put(present, location);
      await refuse(store);
      await expectRecords(store, records, 'after refusals');
    },
  };
}

/** Demands that no method takes the Location, whether the record is there or not. */
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
