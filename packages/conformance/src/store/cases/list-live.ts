import type { LocationRecord, LocationStore } from '@location-records/core';
import { ContractError, expectEqual } from '../../contract-error.ts';
import type { CaseStores, StoreCase } from '../store-case.ts';
import {
  locationOf,
  many,
  numbered,
  openList,
  putAll,
  readBatch,
  readRest,
  recordsOf,
  shown,
  sorted,
} from '../store-steps.ts';

const clause = 'StoreGuarantees.snapshot: without it, a list is live';

/** Every other record does not change while the list is read. */
const kept = recordsOf(many).filter((_, number) => number % 2 === 0);
const touched = recordsOf(many).filter((_, number) => number % 2 === 1);

/** A live list during writes. */
export const listLive: readonly StoreCase[] = [
  {
    id: 'list-live-keeps-what-stays',
    clause,
    title: 'Records that do not change during a list are in it once, also while many others are deleted.',
    when: { snapshot: false },
    async run(stores) {
      const found = await listDuring(stores, (store) => Promise.all(touched.map(([id]) => store.delete(id))));
      expectKept(found);
    },
  },
  {
    id: 'list-live-among-inserts',
    clause,
    title: 'Records created during a list are in it once, as written, or not at all.',
    when: { snapshot: false },
    async run(stores) {
      const created = recordsOf(many * 2, many).slice(many);
      const found = await listDuring(stores, (store) => putAll(store, created));
      const old = new Set(recordsOf(many).map(([id]) => id));
      expectKept(found);
      expectAmong(
        found.filter(([id]) => !old.has(id)),
        [created],
      );
    },
  },
  {
    id: 'list-live-among-writes',
    clause,
    title: 'Records written during a list are in it once, in their state before or after a write.',
    when: { snapshot: false },
    async run(stores) {
      const put = touched.map(([id], index): LocationRecord => [id, locationOf(many + index)]);
      const replaced = touched.map(
        ([id], index): LocationRecord => [id, { coordinates: locationOf(index).coordinates }],
      );
      const found = await listDuring(stores, async (store) => {
        await putAll(store, put);
        await Promise.all(replaced.map(([id, location]) => store.replace(id, location)));
      });
      expectKept(found);
      expectEqual('the length of the list', found.length, many);
      expectAmong(found, [recordsOf(many), put, replaced]);
    },
  },
  {
    id: 'list-live-second-lives',
    clause,
    title: 'Records deleted and created again during a list are not in it twice.',
    when: { snapshot: false },
    async run(stores) {
      const lives = [1, 2].map((life) =>
        touched.map(([id], index): LocationRecord => [id, locationOf(many * life + index)]),
      );
      const found = await listDuring(stores, async (store) => {
        for (const life of lives) {
          await Promise.all(touched.map(([id]) => store.delete(id)));
          await putAll(store, life);
        }
      });
      expectKept(found);
      expectAmong(found, [recordsOf(many), ...lives]);
    },
  },
  {
    id: 'list-live-shared',
    clause,
    title: 'Records that do not change are in a list once, while another store deletes and creates.',
    when: { snapshot: false, shared: true },
    async run(stores) {
      const other = await stores.open();
      const found = await listDuring(stores, async () => {
        await Promise.all(touched.map(([id]) => other.delete(id)));
        await other.put(numbered(many), locationOf(many));
      });
      expectKept(found);
    },
  },
];

/** The list of `many` records, with `change` between its first batch and the rest. */
async function listDuring(
  stores: CaseStores,
  change: (store: LocationStore) => Promise<unknown>,
): Promise<LocationRecord[]> {
  const store = await stores.open();
  await putAll(store, recordsOf(many));
  const batches = openList(store);
  const first = await readBatch(batches);
  await change(store);
  return [...first, ...(await readRest(batches))];
}

/** Requires each record that did not change to be listed once. */
function expectKept(found: readonly LocationRecord[]): void {
  const ids = new Set(kept.map(([id]) => id));
  expectEqual('the records that did not change', sorted(found.filter(([id]) => ids.has(id))), kept);
}

/** Requires each listed record to be one that was written, and each identifier to be listed once. */
function expectAmong(
  found: readonly LocationRecord[],
  written: readonly (readonly LocationRecord[])[],
): void {
  const versions = new Map<string, Set<string>>();
  for (const [id, location] of written.flat()) {
    versions.set(id, (versions.get(id) ?? new Set()).add(JSON.stringify(location)));
  }
  for (const [id, { description, coordinates }] of found) {
    const version = JSON.stringify(
      description === undefined ? { coordinates } : { description, coordinates },
    );
    if (!versions.get(id)?.has(version)) {
      throw new ContractError(`the listed record ${shown(id)}`, 'one that was written', version);
    }
  }
  expectEqual('the number of identifiers', new Set(found.map(([id]) => id)).size, found.length);
}
