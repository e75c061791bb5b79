import { StoreError } from '@location-records/core';
import type { ListReaders } from './list-readers.ts';
import { logSizeAt } from './log-file.ts';
import { sentence } from './store-failure.ts';

/** What a {@link LogLimit} works with. */
export interface LogLimitParts {
  readonly path: string;
  /** Of the log itself. */
  readonly logPath: string;
  readonly lists: ListReaders;
  /** Bytes. */
  readonly maxLogSize: number;
  /** Has the log moved into the database as far as no list is in the way. Resolves when that was tried. */
  emptyLog(): Promise<void>;
  onWarning(warning: StoreError): void;
}

/** Milliseconds. How often the log is looked at while lists are open, since other processes make it grow as well. */
const interval = 1000;

/**
 * Keeps the write-ahead log from growing for as long as lists are read. SQLite begins the log again only when none of
 * its readers needs it, so one list that stalls makes it grow with every write.
 *
 * Beyond the bound the oldest list is broken off. Where others are in the way as well, they are given time: the next
 * oldest goes at each further quarter of the bound, and all at twice the bound.
 */
export class LogLimit {
  readonly #parts: LogLimitParts;
  /** The size at which there is something to do. */
  #next: number;
  #hasWarned = false;
  #emptying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LogLimitParts) {
    this.#parts = parts;
    this.#next = parts.maxLogSize;
  }

  /** Resolves when a list may begin: while the log is being emptied, it would be in the way of that. */
  async ready(): Promise<void> {
    await this.#emptying;
  }

  /** To be called when a list has begun. */
  watch(): void {
    this.#timer ??= setInterval(this.#look, interval).unref();
  }

  readonly #look = (): void => {
    if (this.#parts.lists.openLists > 0) {
      this.check(logSizeAt(this.#parts.logPath));
    } else {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  };

  /** To be told the size of the log in bytes, after every batch of writes. */
  check(size: number): void {
    const { maxLogSize, lists } = this.#parts;
    if (size <= maxLogSize) {
      this.#next = maxLogSize;
      this.#hasWarned = false;
    } else if (size > this.#next) {
      this.#next = size + maxLogSize / 4;
      if (lists.openLists > 0) this.#breakOff(size < 2 * maxLogSize ? 1 : lists.openLists);
      else if (size > maxLogSize * 1.25) this.#warn(size);
    }
  }

  #breakOff(count: number): void {
    const { path, maxLogSize, lists, emptyLog } = this.#parts;
    const problem = `the list was broken off, because the log of the database grew beyond ${mebibytes(maxLogSize)} while it was read; read it faster, or raise "maxLogSize"`;
    lists.breakOff(count, new StoreError('STORE_UNAVAILABLE', sentence('read from', path, problem)));
    this.#emptying ??= emptyLog().finally(() => {
      this.#emptying = undefined;
    });
  }

  #warn(size: number): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { path, onWarning } = this.#parts;
    const problem = `its log has grown to ${mebibytes(size)}, and no list of this process needs it; look for another process that has been reading the file for long, and end it`;
    onWarning(new StoreError('STORE_UNAVAILABLE', sentence('shrink', path, problem)));
  }
}

function mebibytes(size: number): string {
  return `${Math.round(size / 2 ** 20)} MiB`;
}
