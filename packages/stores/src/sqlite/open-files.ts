import { existsSync, realpathSync, statSync } from 'node:fs';
import type { StoreError } from '@location-records/core';
import type { DatabaseSync } from './engine.ts';
import { type Attempt, failures } from './failures.ts';

/** The path of the write-ahead log, which lies beside the file itself and not beside a link to it. */
export function logPathOf(realPath: string): string {
  return `${realPath}-wal`;
}

/** The path of the log's index, which all processes with the open database share. */
function indexPathOf(realPath: string): string {
  return `${realPath}-shm`;
}

/** The size of a log in bytes, 0 without one. */
export function logSizeAt(logPath: string): number {
  try {
    return statSync(logPath, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    // FileWatch reports what is wrong with the path.
    return 0;
  }
}

/** The file that a path led to. */
export interface FileIdentity {
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
}

/**
 * The files of an open database. SQLite keeps writing to them, and acknowledges the writes, after their paths
 * lead elsewhere. Such writes are lost when the process ends.
 */
export interface OpenFiles {
  readonly database: FileIdentity;
  readonly log: FileIdentity;
  /** The index of the log, which processes share. */
  readonly index: FileIdentity;
}

/**
 * The file that a path leads to, or `undefined`. It never opens the file: closing it again would remove the
 * locks that SQLite holds on it in this process.
 */
export function identify(path: string): FileIdentity | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && { path, device: found.dev, inode: found.ino };
}

/** Whether both are the same file. */
export function isSameFile(a: FileIdentity | undefined, b: FileIdentity | undefined): boolean {
  return a?.inode === b?.inode && a?.device === b?.device;
}

/**
 * The files of a database that has just been opened and written to.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when one of them is gone already.
 */
export function identifyFiles(path: string): OpenFiles {
  const database = identify(path);
  // SQLite creates the others beside the file itself, not beside a link to it.
  const realPath = database && realpathSync(path);
  const log = realPath && identify(logPathOf(realPath));
  const index = realPath && identify(indexPathOf(realPath));
  if (database && log && index) return { database, log, index };
  const problem = 'its files were deleted or moved away while it was being opened; try again';
  throw failures.unavailable('open', path, problem);
}

/**
 * Checks that the paths still lead to the open files.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` that says what happened. The store works again when the file is back.
 */
export function checkOpenFiles(attempt: Attempt, files: OpenFiles): void {
  checkOpenDatabase(attempt, files);
  for (const file of [files.log, files.index]) {
    if (!isSameFile(identify(file.path), file)) throw lostBeside(attempt, files, file);
  }
}

/**
 * Checks the same of the database, and that a log exists. It does not look at the log itself, which costs
 * more: Linux gives each write after such a look a new time, which the next sync has to store.
 */
function checkBeforeWrites(attempt: Attempt, files: OpenFiles): void {
  checkOpenDatabase(attempt, files);
  if (!existsSync(files.log.path)) throw lostBeside(attempt, files, files.log);
}

function checkOpenDatabase(attempt: Attempt, { database }: OpenFiles): void {
  const found = identify(database.path);
  if (isSameFile(found, database)) return;
  const problem = found
    ? 'another file took the place of the one that is open'
    : 'the file was deleted or moved away while it was open';
  throw lost(attempt, database, `${problem}; put it back, or stop the service and start it again`);
}

function lostBeside(attempt: Attempt, { database }: OpenFiles, { path }: FileIdentity): StoreError {
  const problem = `${JSON.stringify(path)} was deleted or replaced while it was open`;
  return lost(attempt, database, `${problem}; stop the service and start it again`);
}

/** Whether another file lies where the log or its index was, so that two databases might be mixed. */
export function hasStrangers({ log, index }: OpenFiles): boolean {
  return [log, index].some((file) => {
    try {
      const found = identify(file.path);
      return found !== undefined && !isSameFile(found, file);
    } catch {
      // What cannot be looked at, as in a folder that this process may not read, may be another file.
      return true;
    }
  });
}

function lost(attempt: Attempt, { path }: FileIdentity, problem: string): StoreError {
  return failures.unavailable(attempt, path, problem);
}

const intervalMs = 1000;

/**
 * Notices for one thread that the files of a store were deleted or replaced. Lists and writes check before
 * they begin. Single reads must not pay for a check: they rely on one a second, and an idle store has no
 * timer.
 */
export class FileWatch {
  readonly #attempt: Attempt;
  readonly #files: OpenFiles;
  #timer: NodeJS.Timeout | undefined;
  #isLost = false;
  /** When to check all files again, on the clock of `performance.now()`. */
  #due = 0;

  /** `attempt` is what the thread uses the files for. */
  constructor(attempt: Attempt, files: OpenFiles) {
    this.#attempt = attempt;
    this.#files = files;
  }

  /** Whether the paths led elsewhere at the last check. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Checks that the paths lead to the open files.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` that says what happened.
   */
  check(): void {
    this.#demand(checkOpenFiles);
    this.#due = performance.now() + intervalMs;
  }

  /** The same before writes. It checks the log and its index once a second. */
  checkBefore(): void {
    const isDue = this.#isLost || performance.now() >= this.#due;
    if (isDue) this.check();
    else this.#demand(checkBeforeWrites);
  }

  /** The same for a single read, from what is known. A change within the last second may go unnoticed. */
  glance(): void {
    this.#timer ??= setTimeout(this.#look, intervalMs).unref();
    if (this.#isLost) this.check();
  }

  /** Stops checking. */
  close(): void {
    clearTimeout(this.#timer);
  }

  #demand(check: typeof checkOpenFiles): void {
    this.#isLost = true;
    check(this.#attempt, this.#files);
    this.#isLost = false;
  }

  readonly #look = (): void => {
    this.#timer = undefined;
    try {
      this.check();
    } catch {
      // The next read reports it.
    }
  };
}

/** Moves the log into the database and empties it, as far as that is possible now. */
export function emptyLog(database: DatabaseSync): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {
    // What cannot be moved stays in the log, where it is as durable.
  }
}

/** About how many bytes a write adds: the pages of the table and its index that it changes. */
const pagesOfWrite = 3 * 2048;
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
  boundAfter(writes: readonly { readonly id: string; readonly description?: string | null }[]): number {
    for (const { description } of writes) this.#growth += pagesOfWrite + (description?.length ?? 0);
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
    emptyLog(this.#database);
    this.#size = logSizeAt(this.#path);
    return this.#size;
  }
}
