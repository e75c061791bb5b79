import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../expect-equal.ts';
import { place } from '../samples.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, putAll, shown } from '../store-steps.ts';
import { identifierSamples } from './identifier-samples.ts';

const clause = 'LocationStore: an identifier is any non-empty well-formed string';
/** Identifiers of any kind are kept, and kept apart. */
export const identifiers: readonly StoreCase[] = identifierSamples.map(([id, what, ids]) => ({
  id,
  clause,
  title: `Identifiers with ${what} are ordinary, and kept apart.`,
  run: async (subject) => expectKeptApart(await subject.open(), ids),
}));

async function expectKeptApart(store: LocationStore, ids: readonly string[]): Promise<void> {
  const first = ids.map((id, index): LocationRecord => [id, place(index)]);
  const second = ids.map((id, index): LocationRecord => [id, place(index + ids.length)]);
  await expectAbsent(store, ids);
  await putAll(store, first);
  await expectRecords(store, first, 'after put');
  for (const [id, location] of second) {
    expectEqual(`replace ${shown(id)}`, await store.replace(id, location), true);
  }
  await expectRecords(store, second, 'after replace');
  const half = Math.ceil(ids.length / 2);
  for (const id of ids.slice(0, half)) await store.delete(id);
  await expectAbsent(store, ids.slice(0, half));
  await expectRecords(store, second.slice(half), 'after delete of one half');
}

async function expectAbsent(store: LocationStore, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    expectEqual(`get of the absent ${shown(id)}`, await store.get(id), undefined);
    expectEqual(`replace of the absent ${shown(id)}`, await store.replace(id, place(0)), false);
  }
}
