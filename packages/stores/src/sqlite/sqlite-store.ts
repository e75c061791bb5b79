import { setImmediate } from 'node:timers/promises';
import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  type StoreGuarantees,
} from '@location-records/core';
import type { OpenFile } from './database-file.ts';
import type { DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';
import type { Settings } from './options.ts';
import { RecordReader } from './record-reader.ts';
import type { Writer } from './writer.ts';
import { deletion, locationWrite } from './writer-messages.ts';

/** What a store works with, and closes. */
export interface SqliteParts {
  readonly settings: Settings;
  /** The connection that reads. */
  readonly database: DatabaseSync;
  readonly file: OpenFile;
  readonly writer: Writer;
}

/** The first batch of a list, in rows. */
const firstRows = 16;

/** What every SQLite store promises. */
export const sqliteGuarantees = Object.freeze({
  durable: true,
  shared: true,
  listOrder: 'id-bytes',
} as const);

/** A store over an open database: reads on this thread, writes on another. */
export class SqliteStore implements LocationStore, AsyncDisposable {
  readonly guarantees: StoreGuarantees = sqliteGuarantees;
  readonly #parts: SqliteParts;
  readonly #records: RecordReader;
  #closed: Promise<void> | undefined;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
    this.#records = new RecordReader(parts.database, parts.settings.file.path);
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    return this.read(() => {
      this.#parts.file.checkRecent();
      return this.#records.get(id);
    });
  }

  async put(id: string, location: Location): Promise<void> {
    await this.#write('put', id, location);
  }

  async replace(id: string, location: Location): Promise<boolean> {
    return this.#write('replace', id, location);
  }

  async delete(id: string): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    await this.#parts.writer.write(deletion(id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    let last = '';
    let rows = firstRows;
    for (;;) {
      const { records, next } = this.read(() => {
        this.#parts.file.check('read from');
        return this.#records.after(last, rows);
      });
      if (records.length === 0) return;
      yield records;
      last = (records.at(-1) as LocationRecord)[0];
      rows = next;
      // A caller that never waits would block the event loop for all others.
      await setImmediate();
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    // First, so that the last connection is the thread's, which moves the log into the file.
    this.#parts.database.close();
    await this.#parts.writer.close();
  }

  async #write(kind: 'put' | 'replace', id: string, location: Location): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    return this.#parts.writer.write(locationWrite(kind, id, location));
  }

  /** Reads, and explains a failure. */
  protected read<T>(act: () => T): T {
    this.checkOpen();
    try {
      return act();
    } catch (error) {
      throw failures.wrap('read from', this.#parts.settings.file.path, error);
    }
  }

  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
