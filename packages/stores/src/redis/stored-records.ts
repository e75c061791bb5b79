import { crc32 } from 'node:zlib';
import { checkLocation, type Location, type StoreError } from '@location-records/core';
import { failures } from './failures.ts';

/**
 * The keys of a service. The part in braces alone decides the slot of a cluster, so braces of the prefix are
 * escaped; they would put all buckets into one slot.
 */
export class Keys {
  readonly #prefix: string;
  /** The number of buckets. */
  readonly buckets: number;

  constructor(prefix: string, buckets: number) {
    this.#prefix = escapePrefix(prefix);
    this.buckets = buckets;
  }

  /** Returns the key of a bucket, counted from 0. */
  bucket(number: number): string {
    return `${this.#prefix}:{${number}}`;
  }

  /**
   * Returns the key of the bucket of an identifier: the CRC-32 of its UTF-8 bytes, modulo the number of
   * buckets.
   */
  bucketOf(id: string): string {
    return this.bucket(crc32(id) % this.buckets);
  }
}

/** Returns the key of the places of a bucket, in the slot of the bucket. */
export function placesKey(bucket: string): string {
  return `${bucket}:area`;
}

/** Returns the key of the format of a prefix. */
export function formatKey(prefix: string): string {
  return `${escapePrefix(prefix)}:format`;
}

function escapePrefix(prefix: string): string {
  return prefix.replace(/[%{}]/g, encodeURIComponent);
}

/** Writes a Location as canonical JSON with exact numbers, and `0` for `-0`. */
export function storeLocation({ description, coordinates }: Location): string {
  const { latitude, longitude } = coordinates;
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/**
 * Reads a stored Location.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` for anything else, which only another program writes.
 */
export function readLocation(endpoint: string, key: string, id: string, value: string): Location {
  try {
    const location = JSON.parse(value) as Location;
    checkLocation(location);
    const { description, coordinates } = location;
    // Another program may have written more members.
    const copied = { latitude: coordinates.latitude, longitude: coordinates.longitude };
    return description === undefined ? { coordinates: copied } : { description, coordinates: copied };
  } catch {
    throw unsuitableRecord(endpoint, key, id);
  }
}

function unsuitableRecord(endpoint: string, key: string, id: string): StoreError {
  const problem = `the value of ${JSON.stringify(id)} in the hash ${JSON.stringify(key)} is not a Location`;
  return failures.unsuitable('read from', endpoint, `${problem}; correct it, or delete it`);
}
