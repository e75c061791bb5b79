import { hash } from 'node:crypto';
import type { Location } from '@location-records/core';

/** The number of partitions. Each grows on its own, so that few records are held twice at any moment. */
const partitionCount = 256;
const firstCapacity = 16;
/** Beyond this part of its slots, a partition grows by the next number. A record takes 9.1 to 10.9 bytes, with a digest 13.6 to 16.4. */
const maxLoad = 0.88;
const growth = 1.2;

/** What {@link SeenRecords} keeps of the content of a record: 32 bits of a SHA-256 hash, never 0. */
export type ContentDigest = number;

/** The digest of a Location: the same for the same content, also where the objects have other members. */
export function digestOf({ description, coordinates }: Location): ContentDigest {
  const text = JSON.stringify([description ?? null, coordinates.latitude, coordinates.longitude]);
  return Number.parseInt(hash('sha256', text).slice(0, 8), 16) || 1;
}

/**
 * The identifiers that came in a source, each with a digest of a content where these are kept. It keeps 72 bits of the SHA-256 hash of an
 * identifier: among 10 million, the chance that two are taken for the same is about 1 in 100 million.
 */
export class SeenRecords {
  readonly #partitions: readonly Partition[];

  /** @param keepsDigests false saves their memory; `get` then tells nothing but whether an identifier is there. */
  constructor(keepsDigests = true) {
    // Units of 32 bits: two for the identifier, and one for the digest.
    const units = keepsDigests ? 3 : 2;
    this.#partitions = Array.from({ length: partitionCount }, () => new Partition(units));
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
    const partition = this.#partitions[Number.parseInt(digits.slice(0, 2), 16)] as Partition;
    // 0 marks a slot that is free.
    const high = Number.parseInt(digits.slice(2, 10), 16) || 1;
    return [partition, high, Number.parseInt(digits.slice(10, 18), 16)];
  }
}

/** A hash table with open addressing: a record is in the first free slot from the one that its hash names. */
class Partition {
  readonly #units: number;
  #slots: Uint32Array;
  #size = 0;

  constructor(units: number) {
    this.#units = units;
    this.#slots = new Uint32Array(firstCapacity * units);
  }

  get bytes(): number {
    return this.#slots.byteLength;
  }

  add(high: number, low: number): boolean {
    if (this.#size >= this.#capacity * maxLoad) this.#grow();
    const slot = this.#find(high, low);
    if (this.#slots[slot] !== 0) return true;
    this.#slots[slot] = high;
    this.#slots[slot + 1] = low;
    this.#size++;
    return false;
  }

  get(high: number, low: number): number | undefined {
    const slot = this.#find(high, low);
    if (this.#slots[slot] === 0) return undefined;
    return this.#units === 3 ? this.#slots[slot + 2] : 0;
  }

  set(high: number, low: number, digest: number): void {
    this.#slots[this.#find(high, low) + 2] = digest;
  }

  get #capacity(): number {
    return this.#slots.length / this.#units;
  }

  /** Where a record is, or else the free slot where it belongs. */
  #find(high: number, low: number): number {
    const slots = this.#slots;
    let slot = (low % this.#capacity) * this.#units;
    while (slots[slot] !== 0 && (slots[slot] !== high || slots[slot + 1] !== low)) {
      slot += this.#units;
      if (slot === slots.length) slot = 0;
    }
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    const capacity = Math.max(Math.ceil(this.#capacity * growth), this.#capacity + firstCapacity);
    this.#slots = new Uint32Array(capacity * this.#units);
    for (let from = 0; from < before.length; from += this.#units) {
      if (before[from] === 0) continue;
      const to = this.#find(before[from] as number, before[from + 1] as number);
      for (let unit = 0; unit < this.#units; unit++) this.#slots[to + unit] = before[from + unit] as number;
    }
  }
}
