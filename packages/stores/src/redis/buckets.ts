import { hash } from 'node:crypto';

/**
 * The keys of a service. The part in braces alone decides the slot of a cluster, so braces of the prefix are written
 * otherwise, or they would take all buckets to one slot.
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
