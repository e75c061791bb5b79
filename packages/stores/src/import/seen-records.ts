import { hash } from 'node:crypto';
import type { Location } from '@location-records/core';

/** The number of partitions, which the first bits of a hash choose. */
const partitionBits = 10;
/**
 * The smallest number of slots. Partitions begin with different ones, up to `growth` times as many: otherwise all of
 * them would grow at the same time, and all records would be held twice for a moment.
 */
const firstCapacity = 16;
/** Beyond this part of its slots, a partition grows. A record takes 6.8 to 7.9 bytes, with a digest 11.3 to 13.1. */
const maxLoad = 0.88;
const growth = 1.15;

/** What {@link SeenRecords} keeps of the content of a record: 32 bits of a SHA-256 hash, never 0. */
export type ContentDigest = number;

/** The digest of a Location: the same for the same content, also where the objects have other members. */
export function digestOf({ description, coordinates }: Location): ContentDigest {
  const text = JSON.stringify([description ?? null, coordinates.latitude, coordinates.longitude]);
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) || 1;
}

/**
 * The identifiers that came in a source, each with a digest of a content where these are kept. It keeps 58 bits of the
 * SHA-256 hash of an identifier: among a million, the chance that two are taken for the same is about 1 in 500,000.
 */
export class SeenRecords {
  readonly #partitions: readonly Partition[];

  /** @param keepsDigests false saves their memory; `get` then tells nothing but whether an identifier is there. */
  constructor(keepsDigests = true) {
    const length = 2 ** partitionBits;
    this.#partitions = Array.from({ length }, (_, index) => {
      return new Partition(firstCapacity * growth ** (index / length), keepsDigests);
    });
  }

  /** Adds an identifier without a digest. Returns whether it was there before; its digest then stays. */
  add(id: string): boolean {
    const [partition, high, low] = this.#hashed(id);
    return partition.add(high, low);
  }

  /** The digest of an identifier, 0 where it was added without one; `undefined` where it is not there. */
  get(id: string): ContentDigest | 0 | undefined {
    const [partition, high, low] = this.#hashed(id);
    return partition.get(high, low);
  }

  /** Changes the digest of an identifier that is there. */
  set(id: string, digest: ContentDigest): void {
    const [partition, high, low] = this.#hashed(id);
    partition.set(high, low, digest);
  }

  /** How many bytes the records take. */
  get bytes(): number {
    return this.#partitions.reduce((sum, partition) => sum + partition.bytes, 0);
  }

  #hashed(id: string): readonly [partition: Partition, high: number, low: number] {
    const digits = hash('sha256', id);
    const partition = Number.parseInt(digits.slice(0, 8), 16) >>> (32 - partitionBits);
    const high = Number.parseInt(digits.slice(8, 12), 16);
    // 0 marks a slot that is free.
    const low = Number.parseInt(digits.slice(12, 20), 16) || 1;
    return [this.#partitions[partition] as Partition, high, low];
  }
}

/** A hash table with open addressing: a record is in the first free slot from the one that its hash names. */
class Partition {
  /** A capacity with fractions, so that partitions stay apart when they grow. */
  #capacity: number;
  #lows: Uint32Array;
  #highs: Uint16Array;
  #digests: Uint32Array | undefined;
  #size = 0;

  constructor(capacity: number, keepsDigests: boolean) {
    const slots = Math.floor(capacity);
    this.#capacity = capacity;
    this.#lows = new Uint32Array(slots);
    this.#highs = new Uint16Array(slots);
    this.#digests = keepsDigests ? new Uint32Array(slots) : undefined;
  }

  get bytes(): number {
    return this.#lows.byteLength + this.#highs.byteLength + (this.#digests?.byteLength ?? 0);
  }

  add(high: number, low: number): boolean {
    if (this.#size >= this.#lows.length * maxLoad) this.#grow();
    const slot = this.#find(high, low);
    if (this.#lows[slot] !== 0) return true;
    this.#lows[slot] = low;
    this.#highs[slot] = high;
    this.#size++;
    return false;
  }

  get(high: number, low: number): number | undefined {
    const slot = this.#find(high, low);
    if (this.#lows[slot] === 0) return undefined;
    return this.#digests?.[slot] ?? 0;
  }

  set(high: number, low: number, digest: number): void {
    if (this.#digests) this.#digests[this.#find(high, low)] = digest;
  }

  /** Where a record is, or else the free slot where it belongs. */
  #find(high: number, low: number): number {
    const lows = this.#lows;
    let slot = low % lows.length;
    while (lows[slot] !== 0 && (lows[slot] !== low || this.#highs[slot] !== high)) {
      slot++;
      if (slot === lows.length) slot = 0;
    }
    return slot;
  }

  #grow(): void {
    const [lows, highs, digests] = [this.#lows, this.#highs, this.#digests];
    this.#capacity *= growth;
    const slots = Math.floor(this.#capacity);
    this.#lows = new Uint32Array(slots);
    this.#highs = new Uint16Array(slots);
    if (digests) this.#digests = new Uint32Array(slots);
    for (const [from, low] of lows.entries()) {
      if (low === 0) continue;
      const high = highs[from] as number;
      const to = this.#find(high, low);
      this.#lows[to] = low;
      this.#highs[to] = high;
      if (this.#digests) this.#digests[to] = digests?.[from] as number;
    }
  }
}
