import type { ParsedEntry, RefusedRecord } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import { isOpenQuote } from './row-faults.ts';

/** How many rows in succession are refused one by one behind a quote that is not closed. */
const maxNamed = 100;

/** How many of the further ones are refused as one. */
const maxTogether = 100_000;

/**
 * Keeps a long text whose quote is not closed from being refused line by line, millions of times: from the 101st row in
 * succession on, rows are refused together. They end at the next record.
 */
export class OpenQuote {
  /** The line of the quote; `undefined` where rows are as they should be. */
  #line: number | undefined;
  #named = 0;
  /** The first one of the rows that are refused together, and how many they are. */
  #first: RefusedRecord | undefined;
  #count = 0;

  /** The entries for the entry of the next row. */
  take(entry: ParsedEntry): readonly ParsedEntry[] {
    if ('record' in entry) {
      const before = this.end();
      this.#line = undefined;
      return [...before, entry];
    }
    if (this.#line === undefined) {
      if (isOpenQuote(entry)) [this.#line, this.#named] = [entry.line, 0];
      return [entry];
    }
    if (this.#named < maxNamed) {
      this.#named++;
      return [entry];
    }
    this.#first ??= entry;
    this.#count++;
    return this.#count < maxTogether ? [] : this.end();
  }

  /** The entry of the rows that are refused together, where there are some. */
  end(): readonly ParsedEntry[] {
    const [first, count] = [this.#first, this.#count];
    [this.#first, this.#count] = [undefined, 0];
    if (first === undefined) return [];
    const rows = count === 1 ? 'this row is' : `${count} rows from here on are`;
    const reason = `${rows} refused as well: the quote in line ${this.#line} is not closed`;
    return [refuseRecord(first, new Refusal(first.rule, reason, 'add a quote at the end of its field'))];
  }
}
