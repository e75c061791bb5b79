import type { DatabaseSync } from './database.ts';
import { logSizeAt } from './log-file.ts';
import type { Write } from './write.ts';

/** Bytes, about: the pages of the table and of its index that a write changes. */
const pagesOfWrite = 8192;
const maxGrowthUnseen = 2 ** 20;

/** The log that the writing connection appends to. */
export class WriteAheadLog {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #maxSize: number;
  /** Bytes, when it was last looked at. */
  #size = 0;
  /** Bytes, about, since then. */
  #growth = 0;

  /** `path` is that of the log itself, `maxSize` is in bytes. */
  constructor(database: DatabaseSync, path: string, maxSize: number) {
    this.#database = database;
    this.#path = path;
    this.#maxSize = maxSize;
  }

  /**
   * Does what {@link bound} does where the log has grown by about a mebibyte, or a quarter of its bound. To look at a
   * file after each write makes the writes dearer.
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
   * Empties a log that has grown beyond its bound, as far as no reader is in the way. SQLite moves the log into the
   * database by itself, but begins it again only when none of its readers needs it any more.
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
      // What cannot be moved now stays in the log, and is as durable there.
    }
    this.#size = logSizeAt(this.#path);
    return this.#size;
  }
}
