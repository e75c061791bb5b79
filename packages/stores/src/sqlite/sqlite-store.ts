import { setImmediate } from 'node:timers/promises';
import {
  checkIdentifier,
  checkLocation,
  type ExchangeStore,
  type Location,
  type LocationRecord,
  type StoreGuarantees,
} from '@location-records/core';
import { failures } from './failures.ts';
import type { Settings } from './options.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';
import { deletion, exchange, locationWrite } from './writer-messages.ts';

/** What a store works with, and closes. */
export interface SqliteParts {
  readonly settings: Settings;
  readonly reader: Reader;
  /** Missing in a read-only store. */
  readonly writer?: Writer;
}

/** The first batch of a list, in rows. */
const firstRows = 16;

/** What every SQLite store promises. */
export const sqliteGuarantees = Object.freeze({
  durable: true,
  shared: true,
  listOrder: 'id-bytes',
  exchanges: true,
} as const);

/** A store over an open database: reads on this thread, writes on another. */
export class SqliteStore implements ExchangeStore, AsyncDisposable {
  readonly guarantees: StoreGuarantees = sqliteGuarantees;
  readonly #parts: SqliteParts;
  #closed: Promise<void> | undefined;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    return this.read(() => this.#parts.reader.records(true).get(id));
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
    await this.#writer().write(deletion(id));
  }

  async exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    for (const location of [expected, next]) if (location !== undefined) checkLocation(location);
    const writer = this.#writer();
    if (expected === undefined && next === undefined) return (await this.get(id)) === undefined;
    return writer.write(exchange(id, expected, next));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    let last = '';
    let rows = firstRows;
    for (;;) {
      const { records, next } = this.read(() => this.#parts.reader.records(false).after(last, rows));
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
    this.#parts.reader.close();
    await this.#parts.writer?.close();
  }

  async #write(kind: 'put' | 'replace', id: string, location: Location): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    return this.#writer().write(locationWrite(kind, id, location));
  }

  #writer(): Writer {
    const { writer, settings } = this.#parts;
    if (!writer) throw failures.readOnly(settings.file.path);
    return writer;
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
