import { setImmediate } from 'node:timers/promises';
import type { LocationRecord } from '@location-records/core';
import type { Bucket, ReadAhead } from './read-ahead.ts';
import { readLocation, readText } from './stored-location.ts';
import { unsuitableIdentifier, unsuitableRecord } from './unsuitable.ts';

/** A batch has no more records than this, and ends with the one that takes it beyond so many bytes. */
const mostRecords = 256;
const mostBytes = 256 * 1024;

/**
 * The records of all buckets in batches. Each bucket is read by one command, and so in one moment: a record is in it
 * once, whole, wherever its bucket may be moving.
 */
export async function* listBatches(
  buckets: ReadAhead,
  place: string,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  let batch: LocationRecord[] = [];
  let bytes = 0;
  for (let bucket = await buckets.next(); bucket; bucket = await buckets.next()) {
    for (const [field, value] of fieldsOf(bucket)) {
      batch.push(recordOf(place, bucket.key, field, value));
      bytes += field.length + value.length;
      if (batch.length < mostRecords && bytes < mostBytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
      // Whoever reads what is there already would keep all others from the event loop.
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

function recordOf(place: string, key: string, field: Buffer, value: Buffer): LocationRecord {
  const id = readText(field);
  if (id === undefined || id === '') throw unsuitableIdentifier(place, key, field);
  const location = readLocation(value);
  if (location === undefined) throw unsuitableRecord(place, key, id);
  return [id, location];
}
