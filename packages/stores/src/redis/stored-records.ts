import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { checkLocation, type Location, type StoreError } from '@location-records/core';
import { failures } from './failures.ts';

/**
 * The keys of a service. The part in braces alone decides the slot of a cluster. Braces of the prefix are
 * escaped, or they would put all buckets into one slot.
 */
export class Buckets {
  readonly #prefix: string;
  readonly count: number;

  constructor(prefix: string, count: number) {
    this.#prefix = escapePrefix(prefix);
    this.count = count;
  }

  /** The key of a bucket, from 0. */
  key(bucket: number): string {
    return `${this.#prefix}:{${bucket}}`;
  }

  /** The key of the bucket of an identifier. */
  keyOf(id: string): string {
    return this.key(bucketOf(id, this.count));
  }
}

/** The key of the places of a bucket, for area queries. It has the slot of the bucket. */
export function placesKey(key: string): string {
  return `${key}:area`;
}

/** The key that tells how the records of a prefix are stored. */
export function formatKey(prefix: string): string {
  return `${escapePrefix(prefix)}:format`;
}

/** The number of the bucket of an identifier: the first 32 bits of the SHA-256 of its UTF-8 bytes, modulo `count`. */
function bucketOf(id: string, count: number): number {
  return Number.parseInt(hash('sha256', id).slice(0, 8), 16) % count;
}

function escapePrefix(prefix: string): string {
  return prefix.replace(/[%{}]/g, encodeURIComponent);
}

/** A Location as it is stored: canonical JSON with exact numbers, and `0` for `-0`. */
export function storeLocation({ description, coordinates }: Location): string {
  const { latitude, longitude } = coordinates;
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/** The stored Location; `undefined` for any other bytes, which only another program writes. */
export function readLocation(bytes: Buffer): Location | undefined {
  const text = readText(bytes);
  if (text === undefined) return undefined;
  try {
    const location = JSON.parse(text) as Location;
    checkLocation(location);
    const { description, coordinates } = location;
    // Another program may have written `-0` and more members.
    const copied = { latitude: coordinates.latitude + 0, longitude: coordinates.longitude + 0 };
    return description === undefined ? { coordinates: copied } : { description, coordinates: copied };
  } catch {
    return undefined;
  }
}

/** The stored text; `undefined` when the bytes are not UTF-8. */
export function readText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}

/** Another program wrote the value of a record. */
export function unsuitableRecord(endpoint: string, key: string, id: string): StoreError {
  const problem = `the value of ${JSON.stringify(id)} in the hash ${JSON.stringify(key)} is not a Location`;
  return unsuitable(endpoint, `${problem}; correct it, or delete it`);
}

/** Another program wrote the identifier of a record. */
export function unsuitableIdentifier(endpoint: string, key: string, bytes: Buffer): StoreError {
  const name = bytes.length === 0 ? 'the empty field' : `the field 0x${bytes.toString('hex')}`;
  return unsuitable(endpoint, `${name} of the hash ${JSON.stringify(key)} is not an identifier; delete it`);
}

function unsuitable(endpoint: string, problem: string): StoreError {
  return failures.unsuitable('read from', endpoint, problem);
}
