import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../expect-equal.ts';
import { many, places } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { openList, putAll, readBatch, readRest, sorted } from '../store-steps.ts';

const clause = 'StoreGuarantees.snapshot';
const when = { snapshot: true } as const;

/** What a list that is a snapshot holds while others write. */
export const listSnapshot: readonly StoreCase[] = [
  duringList('list-hides-deletes', 'Records deleted during a list are still in it.', (store) =>
    deleteAll(store, places(many)),
  ),
  duringList('list-hides-overwrites', 'Records put again during a list are in it as they were.', (store) =>
    putAll(store, places(many, many)),
  ),
  duringList('list-hides-replacements', 'Records replaced during a list are in it as they were.', (store) =>
    Promise.all(places(many, many).map(([id, location]) => store.replace(id, location))),
  ),
  duringList('list-hides-inserts', 'Records created during a list are not in it.', (store) =>
    putAll(
      store,
      places(many).map(([id, location]) => [`${id}-new`, location]),
    ),
  ),
  duringList(
    'list-hides-second-lives',
    'Records deleted and created again during a list are in it once, as they were.',
    async (store) => {
      for (let life = 1; life <= 2; life++) {
        await deleteAll(store, places(many));
        await putAll(store, places(many, many * life));
      }
    },
  ),
  {
    id: 'list-snapshots-of-their-own',
    clause,
    when,
    title: 'Several lists at once each keep to the snapshot of their own first next().',
    async run(subject) {
      const store = await subject.open();
      const generations = [places(many), places(many, many), places(many / 2, 2 * many), []];
      const lists = [];
      for (const [index, records] of generations.entries()) {
        await deleteAll(store, generations[index - 1]?.slice(records.length) ?? []);
        await putAll(store, records);
        const batches = openList(store);
        lists.push({ batches, first: await readBatch(batches), records });
      }
      // The last first: the oldest snapshot must outlive the release of the newer ones.
      for (const { batches, first, records } of lists.reverse()) {
        expectEqual('a list of several', sorted([...first, ...(await readRest(batches))]), records);
      }
    },
  },
];

/** A case in which `change` comes between the first batch and the rest. */
function duringList(
  id: string,
  title: string,
  change: (store: LocationStore) => Promise<unknown>,
): StoreCase {
  return {
    id,
    clause,
    when,
    title,
    async run(subject) {
      const store = await subject.open();
      await putAll(store, places(many));
      const batches = openList(store);
      const first = await readBatch(batches);
      await change(store);
      expectEqual(
        'the list during the changes',
        sorted([...first, ...(await readRest(batches))]),
        places(many),
      );
    },
  };
}

async function deleteAll(store: LocationStore, records: readonly LocationRecord[]): Promise<void> {
  await Promise.all(records.map(([id]) => store.delete(id)));
}
