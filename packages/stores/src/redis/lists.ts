import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import {
  type Buckets,
  readLocation,
  readText,
  unsuitableIdentifier,
  unsuitableRecord,
} from './stored-records.ts';

/** The limits of a batch: its number of records, and the bytes after which it ends. */
const maxBatchRecords = 256;
const maxBatchBytes = 256 * 1024;

/**
 * The records of all buckets in batches. One command reads each bucket, and so one moment of it: the list has
 * each record once, even while its bucket is moving.
 */
export async function* listBatches(
  buckets: ReadAhead,
  endpoint: string,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  let batch: LocationRecord[] = [];
  let bytes = 0;
  for (let bucket = await buckets.next(); bucket; bucket = await buckets.next()) {
    for (const [field, value] of fieldsOf(bucket)) {
      batch.push(recordOf(endpoint, bucket.key, field, value));
      bytes += field.length + value.length;
      if (batch.length < maxBatchRecords && bytes < maxBatchBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
      // A caller that never waits would block the event loop for all others.
      await setImmediate();
    }
  }
  if (batch.length > 0) yield batch;
}

function* fieldsOf({ content }: Bucket): Generator<readonly [field: Buffer, value: Buffer], undefined> {
  for (let index = 0; index < content.length; index += 2) {
    yield [content[index] as Buffer, content[index + 1] as Buffer];
  }
}

function recordOf(endpoint: string, key: string, field: Buffer, value: Buffer): LocationRecord {
  const id = readText(field);
  if (id === undefined || id === '') throw unsuitableIdentifier(endpoint, key, field);
  const location = readLocation(value);
  if (location === undefined) throw unsuitableRecord(endpoint, key, id);
  return [id, location];
}

/** A bucket as it was at one moment. */
interface Bucket {
  readonly key: string;
  /** Its fields and values in turn. */
  readonly content: readonly Buffer[];
}

/** How many bytes of buckets are requested ahead, by an estimate of their size. */
const aheadBytes = 256 * 1024;
const maxAhead = 256;

/** Reads all buckets in turn. It requests some ahead, but only while the caller waits for the next one. */
export class ReadAhead {
  readonly #buckets: Buckets;
  readonly #read: (key: string) => Promise<readonly Buffer[]>;
  readonly #pending: Promise<Bucket>[] = [];
  #next = 0;
  /** The size of a bucket in bytes: a guess at first, then an average of the last ones. */
  #size = aheadBytes / 4;

  constructor(buckets: Buckets, read: (key: string) => Promise<readonly Buffer[]>) {
    this.#buckets = buckets;
    this.#read = read;
  }

  /** Resolves to the next bucket, or to `undefined` after the last one. */
  async next(): Promise<Bucket | undefined> {
    const max = Math.min(Math.max(1, Math.floor(aheadBytes / this.#size)), maxAhead);
    while (this.#pending.length < max && this.#next < this.#buckets.count) {
      const bucket = this.#ask(this.#buckets.key(this.#next++));
      // A caller that leaves the list does not wait for it.
      bucket.catch(() => {});
      this.#pending.push(bucket);
    }
    const bucket = await this.#pending.shift();
    if (bucket) {
      const size = bucket.content.reduce((sum, { length }) => sum + length, 0);
      this.#size = Math.max(1, (3 * this.#size + size) / 4);
    }
    return bucket;
  }

  async #ask(key: string): Promise<Bucket> {
    return { key, content: await this.#read(key) };
  }
}
