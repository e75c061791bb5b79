import type { LocationRecord, LocationStore } from '@location-records/core';
import { expectEqual } from '../../contract-error.ts';
import { identifierSamples } from '../identifier-samples.ts';
import type { StoreCase } from '../store-case.ts';
import { expectRecords, locationOf, putAll, replaceEach, shown } from '../store-steps.ts';

const clause = 'LocationStore: an identifier is any non-empty well-formed string';
/** Identifiers of any kind are kept, and are distinct. */
export const identifiers: readonly StoreCase[] = identifierSamples.map(([id, what, ids]) => ({
  id,
  clause,
  title: `Identifiers with ${what} are ordinary and distinct.`,
  run: async (stores) => expectDistinct(await stores.open(), ids),
}));

async function expectDistinct(store: LocationStore, ids: readonly string[]): Promise<void> {
  const first = ids.map((id, index): LocationRecord => [id, locationOf(index)]);
  const second = ids.map((id, index): LocationRecord => [id, locationOf(index + ids.length)]);
  // Each identifier is absent once while those beside it, which resemble it, are present.
  const isEven = (_: unknown, index: number) => index % 2 === 0;
  const isOdd = (_: unknown, index: number) => index % 2 === 1;
  await putAll(store, first.filter(isEven));
  await expectAbsent(store, ids.filter(isOdd));
  await putAll(store, first.filter(isOdd));
  await expectRecords(store, first, 'after put');
  await replaceEach(store, second);
  await expectRecords(store, second, 'after replace');
  for (const id of ids.filter(isEven)) await store.delete(id);
  await expectAbsent(store, ids.filter(isEven));
  await expectRecords(store, second.filter(isOdd), 'after delete of every other');
  await putAll(store, first.filter(isEven));
  await Promise.all(ids.filter(isOdd).map((id) => store.delete(id)));
  await expectAbsent(store, ids.filter(isOdd));
  await expectRecords(store, first.filter(isEven), 'after delete of the others');
}

async function expectAbsent(store: LocationStore, ids: readonly string[]): Promise<void> {
  await Promise.all(
    ids.map(async (id) => {
      expectEqual(`get of the absent ${shown(id)}`, await store.get(id), undefined);
      expectEqual(`replace of the absent ${shown(id)}`, await store.replace(id, locationOf(0)), false);
    }),
  );
}
