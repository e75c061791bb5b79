import { setImmediate } from 'node:timers/promises';
import {
  checkIdentifier,
  type Location,
  type LocationRecord,
  type LocationStore,
  StoreError,
  type StoreGuarantees,
} from '@location-records/core';
import type { ListReaders } from './list-readers.ts';
import type { Settings } from './options.ts';
import type { RecordReader } from './record-reader.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { storeFailure } from './store-failure.ts';
import { deletion, locationWrite, type Write } from './write.ts';
import { WriteQueue } from './write-queue.ts';
import type { WriterThreadClient } from './writer-thread-client.ts';

/** What a {@link SqliteStore} works with, and closes in the end. */
export interface SqliteParts extends Omit<Settings, 'create'> {
  readonly records: RecordReader;
  readonly lists: ListReaders;
  readonly writer: WriterThreadClient;
}

/** The store over an open database. */
export class SqliteStore implements LocationStore {
  readonly guarantees: StoreGuarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'id-bytes',
  });
  readonly #parts: SqliteParts;
  readonly #writes: WriteQueue;
  #closed: Promise<void> | undefined;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
    this.#writes = new WriteQueue((writes) => parts.writer.commit(writes));
  }

  async get(id: string): Promise<Location | undefined> {
    this.#checkOpen();
    checkIdentifier(id);
    return this.#read(() => this.#parts.records.get(id));
  }

  async put(id: string, location: Location): Promise<void> {
    await this.#write(() => locationWrite('put', id, location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    return this.#write(() => locationWrite('replace', id, location));
  }

  async delete(id: string): Promise<void> {
    await this.#write(() => deletion(id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const { lists } = this.#parts;
    const reader = await this.#read(() => lists.take());
    try {
      for (;;) {
        const batch = await this.#read(() => reader.readBatch());
        if (batch.length > 0) yield batch;
        this.#checkOpen();
        if (reader.ended) return;
        // Whoever reads without waiting for anything would keep all others from the event loop.
        await setImmediate();
      }
    } finally {
      lists.giveBack(reader);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { records, lists, writer } = this.#parts;
    lists.close();
    records.close();
    await this.#writes.idle();
    // The last connection to close moves the log into the database: on its thread, not on this one.
    await writer.close();
  }

  async #read<T>(act: () => T): Promise<T> {
    const { path, busyTimeout } = this.#parts;
    try {
      return await retryWhileBusy(busyTimeout, () => {
        this.#checkOpen();
        return act();
      });
    } catch (error) {
      throw storeFailure('read from', path, error);
    }
  }

  async #write(make: () => Write): Promise<boolean> {
    this.#checkOpen();
    return this.#writes.add(make());
  }

  #checkOpen(): void {
    if (this.#closed) throw new StoreError('STORE_CLOSED', 'The SQLite store is closed.');
  }
}
