import type { DatabaseSync } from './database.ts';
import { logSizeAt } from './log-file.ts';

/** The log that the writing connection appends to. */
export class WriteAheadLog {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #maxSize: number;

  /** `path` is that of the log itself, `maxSize` is in bytes. */
  constructor(database: DatabaseSync, path: string, maxSize: number) {
    this.#database = database;
    this.#path = path;
    this.#maxSize = maxSize;
  }

  /**
   * Empties a log that has grown beyond its bound, as far as no reader is in the way. SQLite moves the log into the
   * database by itself, but begins it again only when none of its readers needs it any more.
   *
   * @param size what it had before the latest batch, in bytes; looked up where it is not given.
   * @returns its size in bytes afterwards.
   */
  bound(size = logSizeAt(this.#path)): number {
    if (size <= this.#maxSize) return size;
    try {
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // What cannot be moved now stays in the log, and is as durable there.
    }
    return logSizeAt(this.#path);
  }
}
