import { hash } from 'node:crypto';
import type { LocationRecord } from '@location-records/core';

const modulus = 2n ** 256n;

/** The number that stands for a record: SHA-256 of the JSON text of `[id, description or null, latitude, longitude]`. */
export function recordHash([id, { description, coordinates }]: LocationRecord): bigint {
  const { latitude, longitude } = coordinates;
  const text = JSON.stringify([id, description ?? null, latitude, longitude]);
  return BigInt(`0x${hash('sha256', text)}`);
}

/**
 * What a store holds, in whatever order it is told, in two numbers: how many records, and the sum of their hashes
 * modulo 2^256. A record that is there twice counts twice, where an XOR would lose it; the identifier is hashed
 * together with the Location, so that Locations that were swapped give another sum. It is a measure against mistakes,
 * not against somebody who makes records to deceive it.
 */
export class ContentSum {
  #records = 0;
  #sum = 0n;

  /** How many records there are. */
  get records(): number {
    return this.#records;
  }

  /** The sum of their hashes: 64 hexadecimal digits. */
  get content(): string {
    return this.#sum.toString(16).padStart(64, '0');
  }

  /** Counts a record, given its {@link recordHash}. */
  add(hashed: bigint): void {
    this.#records++;
    this.#sum = (this.#sum + hashed) % modulus;
  }

  /** Both together. */
  plus(other: ContentSum): ContentSum {
    return this.#combined(1, other);
  }

  /** This without `other`, which is a part of it. */
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
