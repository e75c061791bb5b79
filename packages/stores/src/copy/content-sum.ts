import { hash } from 'node:crypto';
import type { LocationRecord, LocationStore } from '@location-records/core';
import { batchesOf } from '../shared/read-store.ts';
import type { CopyTools } from './pass.ts';

const modulus = 2n ** 256n;

/** The hash of a record: SHA-256 of the JSON text of `[id, description or null, latitude, longitude]`, as a number. */
export function recordHash([id, { description, coordinates }]: LocationRecord): bigint {
  const { latitude, longitude } = coordinates;
  const text = JSON.stringify([id, description ?? null, latitude, longitude]);
  return BigInt(`0x${hash('sha256', text)}`);
}

/**
 * What a store holds, in any order, as two numbers: the count of its records, and the sum of their hashes modulo
 * 2^256. A duplicate counts twice, where an XOR would lose it. It guards against mistakes, not against an attacker who
 * makes up records.
 */
export class ContentSum {
  #records = 0;
  #sum = 0n;

  /** How many records there are. */
  get records(): number {
    return this.#records;
  }

  /** The sum of their hashes: 64 hexadecimal digits. */
  get contentHash(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }

  /** Counts a record, given its {@link recordHash}. */
  add(hashed: bigint): void {
    this.#records++;
    this.#sum = (this.#sum + hashed) % modulus;
  }

  /** The sum of both. */
  plus(other: ContentSum): ContentSum {
    return this.#combined(1, other);
  }

  /** This sum without `other`, which is a part of it. */
  minus(other: ContentSum): ContentSum {
    return this.#combined(-1, other);
  }

  /** Whether there are as many records, with the same content. */
  equals(other: ContentSum): boolean {
    return this.#records === other.#records && this.#sum === other.#sum;
  }

  #combined(sign: 1 | -1, other: ContentSum): ContentSum {
    const result = new ContentSum();
    result.#records = this.#records + sign * other.#records;
    result.#sum = (this.#sum + modulus + BigInt(sign) * other.#sum) % modulus;
    return result;
  }
}

/** Reads a whole store, and sums up what it holds. */
export async function sumStore(
  store: LocationStore,
  { signal, progress }: Pick<CopyTools, 'signal' | 'progress'>,
): Promise<ContentSum> {
  const sum = new ContentSum();
  for await (const batch of batchesOf(store, signal)) {
    for (const record of batch) sum.add(recordHash(record));
    progress.advance(batch.length);
  }
  return sum;
}
