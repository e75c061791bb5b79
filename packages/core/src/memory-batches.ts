import type { LocationRecord } from './location.ts';
import { type MemoryEntry, toLocation } from './memory-entry.ts';

const batchLength = 256;

/** Entries that are not in the list. To pass over so many takes less than a millisecond, or some in a fork. */
const passedOverPerTurn = 16_384;

/**
 * The records of a snapshot of the memory store, in batches of 1 to 256; `undefined` instead of a batch wherever
 * others want a turn of the event loop.
 */
export function* inBatches(
  entries: Iterable<readonly [string, MemoryEntry] | undefined>,
): Generator<readonly LocationRecord[] | undefined> {
  let batch: LocationRecord[] = [];
  let passedOver = 0;
  for (const entry of entries) {
    if (entry === undefined) {
      if (++passedOver % passedOverPerTurn === 0) yield undefined;
      continue;
    }
    batch.push([entry[0], toLocation(entry[1])]);
    if (batch.length < batchLength) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
