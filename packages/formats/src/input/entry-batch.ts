import type { ParsedEntry } from '../parsed-entry.ts';

/** How many entries a batch has at most, and after how many bytes of the file it ends. */
const maxEntries = 1000;
const maxBytes = 2 ** 20;

/** Collects the entries of a reader for the next batch that it yields. */
export class EntryBatch {
  #entries: ParsedEntry[] = [];
  #bytes = 0;

  /** Whether the batch should be yielded. */
  get isFull(): boolean {
    return this.#entries.length >= maxEntries || this.#bytes >= maxBytes;
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** Adds an entry. `bytes` is its length in the file. */
  add(entry: ParsedEntry, bytes: number): void {
    this.#entries.push(entry);
    this.#bytes += bytes;
  }

  /** The entries so far; the next batch begins. */
  take(): readonly ParsedEntry[] {
    const entries = this.#entries;
    this.#entries = [];
    this.#bytes = 0;
    return entries;
  }
}
