import type { Location, LocationRecord, LocationStore } from '@location-records/core';
import { batchesOf } from './batches-of.ts';
import { OrderedRecords } from './ordered-records.ts';
import type { Retry } from './retry.ts';

/** A record of one store, and what another store has under its identifier. */
export interface Pair {
  readonly record: LocationRecord;
  readonly other: Location | undefined;
}

/** What every pass over a store needs. */
export interface PassTools {
  /** Ends it. */
  readonly signal: AbortSignal;
  readonly retry: Retry;
}

/** So many records are asked for at a time: enough for a network, and little memory. */
const askedAtOnce = 256;

/**
 * Every record of `store` with what `other` has under its identifier. Two lists in the same order are read side by side,
 * which costs as much as reading them; otherwise `other` is asked for each record.
 */
export function pairUp(
  store: LocationStore,
  other: LocationStore,
  tools: PassTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const areOrdered = [store, other].every(({ guarantees }) => guarantees.listOrder === 'id-bytes');
  return areOrdered ? pairByOrder(store, other, tools) : pairByAsking(store, other, tools);
}

/** The same with a store that is known to be empty. */
export async function* pairWithNothing(
  store: LocationStore,
  { signal }: PassTools,
): AsyncGenerator<readonly Pair[], undefined> {
  for await (const batch of batchesOf(store, signal)) {
    yield batch.map((record) => ({ record, other: undefined }));
  }
}

async function* pairByOrder(
  store: LocationStore,
  other: LocationStore,
  { signal }: PassTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const others = new OrderedRecords(other);
  try {
    for await (const batch of batchesOf(store, signal)) {
      const pairs: Pair[] = [];
      for (const record of batch) pairs.push({ record, other: await others.advanceTo(record[0]) });
      yield pairs;
    }
  } finally {
    await others.end();
  }
}

async function* pairByAsking(
  store: LocationStore,
  other: LocationStore,
  { signal, retry }: PassTools,
): AsyncGenerator<readonly Pair[], undefined> {
  const ask = async (record: LocationRecord): Promise<Pair> => ({
    record,
    other: await retry(() => other.get(record[0])),
  });
  for await (const batch of batchesOf(store, signal)) {
    for (let start = 0; start < batch.length; start += askedAtOnce) {
      yield await Promise.all(batch.slice(start, start + askedAtOnce).map(ask));
    }
  }
}
