import type { LocationStore } from '@location-records/core';
import { batchesOf } from './batches-of.ts';
import { ContentSum, recordHash } from './content-sum.ts';
import type { PassTools } from './pair-up.ts';
import type { CopyProgress } from './progress.ts';

/** Reads a whole store, and sums up what it holds. */
export async function sumStore(
  store: LocationStore,
  { signal }: PassTools,
  progress: Pick<CopyProgress, 'advance'>,
): Promise<ContentSum> {
  const sum = new ContentSum();
  for await (const batch of batchesOf(store, signal)) {
    for (const record of batch) sum.add(recordHash(record));
    progress.advance(batch.length);
  }
  return sum;
}
