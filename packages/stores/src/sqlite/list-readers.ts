import type { StoreError } from '@location-records/core';
import type { Engine } from './engine.ts';
import type { FileWatch } from './file-watch.ts';
import { ListReader } from './list-reader.ts';
import { openForReading } from './open-for-reading.ts';

/** A list walks through the table once, so that a large cache would only cost memory. */
const cacheKiB = 256;
const idleLimit = 4;

/**
 * The connections of lists: one for each list that is open, a few of them kept for the next lists. There is no bound
 * on those in use, or a few readers that stall could keep all others waiting.
 */
export class ListReaders {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #watch: FileWatch;
  readonly #idle: ListReader[] = [];
  /** The oldest first. */
  readonly #used = new Set<ListReader>();

  constructor(engine: Engine, path: string, watch: FileWatch) {
    this.#engine = engine;
    this.#path = path;
    this.#watch = watch;
  }

  /** How many lists are open. */
  get openLists(): number {
    return this.#used.size;
  }

  /**
   * A connection that has begun a list. It belongs to the caller until it is given back.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` when the file was deleted or replaced.
   */
  take(): ListReader {
    this.#watch.check();
    const reader = this.#idle.pop() ?? this.#open();
    this.#used.add(reader);
    reader.begin();
    return reader;
  }

  /** Takes a connection back; closes it when it does not end its list or is one too many. */
  giveBack(reader: ListReader): void {
    // After `close`, or where the list was broken off, it is closed already.
    if (!this.#used.delete(reader)) return;
    try {
      reader.end();
      if (this.#idle.length < idleLimit) this.#idle.push(reader);
      else reader.close();
    } catch {
      reader.close();
    }
  }

  /** Breaks off the lists that have been open for longest, up to `count` of them. They let go of their moment at once. */
  breakOff(count: number, failure: StoreError): void {
    for (const reader of [...this.#used].slice(0, count)) {
      this.#used.delete(reader);
      reader.breakOff(failure);
    }
  }

  /** Closes all connections, those of open lists included. */
  close(): void {
    // As a list that holds its moment would keep the log from being moved, where the engine closes late.
    for (const reader of this.#used) this.giveBack(reader);
    for (const reader of this.#idle) reader.close();
    this.#idle.length = 0;
  }

  #open(): ListReader {
    const database = openForReading(this.#engine, this.#path, cacheKiB);
    try {
      const reader = new ListReader(database, this.#path);
      // Once more, now that all files are open: another one may have been put there a moment ago.
      this.#watch.check();
      return reader;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}
