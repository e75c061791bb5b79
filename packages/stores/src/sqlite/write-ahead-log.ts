import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { StoreError } from '@location-records/core';
import { behindLinks } from './check-path.ts';
import type { DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';
import type { ListReaders } from './list-readers.ts';
import type { Write } from './writer-protocol.ts';

/** The path of the write-ahead log, which lies beside the file itself and not beside a link to it. */
export function logPathOf(realPath: string): string {
  return `${realPath}-wal`;
}

/** The path of the log's index, which all processes with the open database share. */
export function indexPathOf(realPath: string): string {
  return `${realPath}-shm`;
}

/**
 * Refuses a log without its database: SQLite would drop its records for a new database.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export async function checkLogHasDatabase(path: string): Promise<void> {
  const logPath = logPathOf(await behindLinks(path));
  // The log first: a process that creates a database writes to the file before there is a log.
  if ((await sizeOf(logPath)) === 0 || (await sizeOf(path)) > 0) return;
  const problem = `the log ${JSON.stringify(logPath)} was left without its database, which is missing or empty; put that file back, choose another path, or move the log away to begin without its records`;
  throw failures.unsuitable('open', path, problem);
}

/** The size of a log in bytes, 0 without one. */
export function logSizeAt(logPath: string): number {
  return statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
}

/** The size in bytes, 0 without a file. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}

/** About how many bytes a write adds: the pages of the table and its index that it changes. */
const pagesOfWrite = 8192;
const maxGrowthUnseen = 2 ** 20;

/** The log that the writing connection appends to. */
export class WriteAheadLog {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #maxSize: number;
  /** The size in bytes at the last check. */
  #size = 0;
  /** About how many bytes were added since then. */
  #growth = 0;

  /** `path` is the path of the log, `maxSize` is in bytes. */
  constructor(database: DatabaseSync, path: string, maxSize: number) {
    this.#database = database;
    this.#path = path;
    this.#maxSize = maxSize;
  }

  /**
   * Does the same as {@link bound} once the log has grown by about a mebibyte, or a quarter of its limit.
   * Checking the file after each write would make writes slower.
   *
   * @returns the size in bytes when it was last looked at.
   */
  boundAfter(writes: readonly Write[]): number {
    for (const write of writes) {
      const length = write.kind === 'delete' ? 0 : (write.description?.length ?? 0);
      this.#growth += pagesOfWrite + length;
    }
    return this.#growth < Math.min(maxGrowthUnseen, this.#maxSize / 4) ? this.#size : this.bound();
  }

  /**
   * Empties a log that is larger than its limit, unless a reader needs it. SQLite moves the log into the
   * database by itself, but starts it again only when no reader needs it.
   *
   * @returns its size in bytes afterwards.
   */
  bound(): number {
    this.#growth = 0;
    this.#size = logSizeAt(this.#path);
    if (this.#size <= this.#maxSize) return this.#size;
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What cannot be moved now stays in the log, where it is as durable.
    }
    this.#size = logSizeAt(this.#path);
    return this.#size;
  }
}

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
