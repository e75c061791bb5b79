import type { StoreError } from '@location-records/core';
import { failures } from './failures.ts';
import type { ListReaders } from './list-readers.ts';
import { logSizeAt } from './open-files.ts';

/** What a {@link LogLimit} works with. */
export interface LogLimitParts {
  readonly path: string;
  /** Of the log itself. */
  readonly logPath: string;
  readonly lists: ListReaders;
  /** Bytes. */
  readonly maxLogSize: number;
  /** Moves the log into the database, unless a list needs it. Resolves when that was tried. */
  emptyLog(): Promise<void>;
  onWarning(warning: StoreError): void;
}

/**
 * How often the size of the log is checked while lists are open (ms). Other processes make it grow as well.
 */
const interval = 1000;

/**
 * Limits the write-ahead log while lists are read. SQLite starts the log again only when no reader needs it,
 * so one list that stalls makes it grow with every write.
 *
 * Beyond the limit, the oldest list is broken off. Each further quarter of the limit ends the next oldest
 * list, and twice the limit ends all.
 */
export class LogLimit {
  readonly #parts: LogLimitParts;
  /** The size at which to act next. */
  #next: number;
  #hasWarned = false;
  #emptying: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: LogLimitParts) {
    this.#parts = parts;
    this.#next = parts.maxLogSize;
  }

  /** Resolves when a list may begin. A new list would keep a log that is being emptied. */
  async ready(): Promise<void> {
    await this.#emptying;
  }

  /** Call it when a list has begun. */
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

  /** Call it with the size of the log in bytes after every batch of writes. */
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
    lists.breakOff(count, failures.unavailable('read from', path, problem));
    this.#emptying ??= emptyLog().finally(() => {
      this.#emptying = undefined;
    });
  }

  #warn(size: number): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    const { path, onWarning } = this.#parts;
    const problem = `its log has grown to ${mebibytes(size)}, and no list of this process needs it; look for another process that has been reading the file for long, and end it`;
    onWarning(failures.unavailable('shrink', path, problem));
  }
}

function mebibytes(size: number): string {
  return `${Math.round(size / 2 ** 20)} MiB`;
}
