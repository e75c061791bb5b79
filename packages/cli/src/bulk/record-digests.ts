import { hash } from 'node:crypto';
import type { Location } from '@location-records/core';

/** 48 bits of the SHA-256 hash of a Location, plus 1: the same for the same content, and never 0. */
type Digest = number;

/** Returns the digest of a Location, without regard to members that a Location does not have. */
export function digestOf({ description, coordinates: { latitude, longitude } }: Location): Digest {
  return bytesOf(JSON.stringify([description ?? null, latitude, longitude])).readUIntBE(0, 6) + 1;
}

const firstSlots = 2 ** 12;
/** The table grows when more than this part of its slots is in use. */
const maxLoad = 0.75;

/**
 * A map from identifiers to digests, for files with more records than a `Map` can hold. An identifier takes
 * at most 64 bytes, however long it is. Two are the same if 64 bits of their SHA-256 hashes are.
 */
export class RecordDigests {
  /** Two halves of the hash of an identifier for each slot. */
  #ids = new Uint32Array(2 * firstSlots);
  /** A digest for each slot, 0 in a free one. */
  #digests = new Float64Array(firstSlots);
  #size = 0;

  /** The number of identifiers. */
  get size(): number {
    return this.#size;
  }

  /** Returns the digest of an identifier, or `undefined` if it is missing. */
  get(id: string): Digest | undefined {
    return this.#digests[this.#find(...hashOf(id))] || undefined;
  }

  /** Sets the digest of an identifier: any number except 0. */
  set(id: string, digest: Digest): void {
    if (this.#size >= this.#digests.length * maxLoad) this.#grow();
    this.#put(...hashOf(id), digest);
  }

  #put(first: number, second: number, digest: Digest): void {
    const slot = this.#find(first, second);
    if (this.#digests[slot] === 0) this.#size++;
    this.#ids[2 * slot] = first;
    this.#ids[2 * slot + 1] = second;
    this.#digests[slot] = digest;
  }

  /** Finds the slot of an identifier, or the free one where it belongs. */
  #find(first: number, second: number): number {
    const ids = this.#ids;
    const { length } = this.#digests;
    let slot = first % length;
    while (this.#digests[slot] !== 0 && (ids[2 * slot] !== first || ids[2 * slot + 1] !== second)) {
      slot = (slot + 1) % length;
    }
    return slot;
  }

  #grow(): void {
    const [ids, digests] = [this.#ids, this.#digests];
    this.#ids = new Uint32Array(ids.length * 2);
    this.#digests = new Float64Array(digests.length * 2);
    this.#size = 0;
    for (const [slot, digest] of digests.entries()) {
      if (digest !== 0) this.#put(ids[2 * slot] as number, ids[2 * slot + 1] as number, digest);
    }
  }
}

function hashOf(id: string): readonly [first: number, second: number] {
  const bytes = bytesOf(id);
  return [bytes.readUInt32LE(0), bytes.readUInt32LE(4)];
}

function bytesOf(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
