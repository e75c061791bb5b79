import type { Buckets } from './buckets.ts';

/** A bucket as it was at one moment. */
export interface Bucket {
  readonly key: string;
  /** Its fields and values in turn. */
  readonly content: readonly Buffer[];
}

/** How many bytes of buckets are asked for ahead, as far as their size can be guessed. */
const aheadBytes = 256 * 1024;
const mostAhead = 256;

/** Gives all buckets in turn. Some are asked for ahead, but only while somebody waits for the next one. */
export class ReadAhead {
  readonly #buckets: Buckets;
  readonly #read: (key: string) => Promise<readonly Buffer[]>;
  readonly #pending: Promise<Bucket>[] = [];
  #next = 0;
  /** What a bucket takes, in bytes: a guess first, then what the last ones took. */
  #size = aheadBytes / 4;

  constructor(buckets: Buckets, read: (key: string) => Promise<readonly Buffer[]>) {
    this.#buckets = buckets;
    this.#read = read;
  }

  /** Resolves to the next bucket; to `undefined` after the last one. */
  async next(): Promise<Bucket | undefined> {
    const most = Math.min(Math.max(1, Math.floor(aheadBytes / this.#size)), mostAhead);
    while (this.#pending.length < most && this.#next < this.#buckets.count) {
      const bucket = this.#ask(this.#buckets.key(this.#next++));
      // Whoever abandons the list does not wait for it.
      bucket.catch(() => {});
      this.#pending.push(bucket);
    }
    const bucket = await this.#pending.shift();
    if (bucket) {
      const size = bucket.content.reduce((sum, { length }) => sum + length, 0);
      this.#size = Math.max(1, (3 * this.#size + size) / 4);
    }
    return bucket;
  }

  async #ask(key: string): Promise<Bucket> {
    return { key, content: await this.#read(key) };
  }
}
