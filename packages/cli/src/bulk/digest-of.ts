import { hash } from 'node:crypto';
import type { Location } from '@location-records/core';

/** 48 bits of the SHA-256 hash of a Location: the same for the same content. */
export type Digest = number;

/** The digest of each record by its identifier, so that a store is compared without holding its content. */
export type RecordDigests = Map<string, Digest>;

/** Returns the digest of a Location, without regard to members that a Location does not have. */
export function digestOf({ description, coordinates: { latitude, longitude } }: Location): Digest {
  return hash('sha256', JSON.stringify([description ?? null, latitude, longitude]), 'buffer').readUIntBE(
    0,
    6,
  );
}
