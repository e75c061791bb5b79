import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import type { Reply } from './client.ts';
import { type Keys, readLocation } from './stored-records.ts';

/** The limits of a batch (D43). */
const maxBatchRecords = 256;
const maxBatchBytes = 32 * 1024;

/** About how many characters of buckets, and how many buckets, are read at a time. */
const charactersAtOnce = 64 * 1024;
const maxBucketsAtOnce = 64;

/**
 * Yields the records of all buckets in batches. One command reads each bucket at one moment, so the list has
 * each record once, even while its bucket moves to another node.
 */
export async function* listBatches(
  keys: Keys,
  endpoint: string,
  read: (key: string) => Promise<Reply>,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  let atOnce = 1;
  for (let next = 0; next < keys.buckets; ) {
    const some = Array.from({ length: Math.min(atOnce, keys.buckets - next) }, (_, index) =>
      keys.bucket(next + index),
    );
    // Fields and values alternate.
    const hashes = (await Promise.all(some.map(read))) as string[][];
    for (const batch of batchesOf(some, hashes, endpoint)) {
      yield batch;
      // A caller that never waits would block the event loop for all others.
      await setImmediate();
    }
    next += some.length;
    atOnce = nextCount(hashes);
  }
}

/** Returns how many buckets to read next: few if the last ones were large. */
function nextCount(hashes: readonly (readonly string[])[]): number {
  const characters = hashes.flat().reduce((sum, { length }) => sum + length, 0);
  const fitting = Math.floor((charactersAtOnce * hashes.length) / Math.max(characters, 1));
  return Math.max(1, Math.min(fitting, 4 * hashes.length, maxBucketsAtOnce));
}

function* batchesOf(
  buckets: readonly string[],
  hashes: readonly (readonly string[])[],
  endpoint: string,
): Generator<readonly LocationRecord[], undefined> {
  let batch: LocationRecord[] = [];
  let bytes = 0;
  for (const [number, hash] of hashes.entries()) {
    for (let index = 0; index < hash.length; index += 2) {
      const [id, value] = [hash[index] as string, hash[index + 1] as string];
      const size = Buffer.byteLength(id) + Buffer.byteLength(value);
      if (batch.length === maxBatchRecords || (bytes + size > maxBatchBytes && batch.length > 0)) {
        yield batch;
        batch = [];
        bytes = 0;
      }
      batch.push([id, readLocation(endpoint, buckets[number] as string, id, value)]);
      bytes += size;
    }
  }
  if (batch.length > 0) yield batch;
}
