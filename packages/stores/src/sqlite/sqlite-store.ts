import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  checkIdentifier,
  type Location,
  type LocationRecord,
  type LocationStore,
  type StoreGuarantees,
} from '@location-records/core';
import { busyPause, failures, isBusy } from './failures.ts';
import type { ListReaders } from './list-readers.ts';
import { LogLimit, type LogLimitParts } from './log-limit.ts';
import type { FileWatch } from './open-files.ts';
import type { Settings } from './options.ts';
import type { RecordReader } from './record-reader.ts';
import { WriteQueue, type WriterThreadClient } from './writer-client.ts';
import { deletion, locationWrite, type Write } from './writer-protocol.ts';

/**
 * Calls `act`, and retries it while another connection is in its way, until `deadline` on the clock of
 * `performance.now()`. That is rare for readers of a write-ahead log, but then the event loop must not wait inside
 * SQLite.
 */
export async function retryWhileBusy<T>(deadline: number, act: () => T): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await setTimeout(busyPause);
  }
}

/** What a {@link SqliteStore} works with, and closes in the end. */
export interface SqliteParts
  extends Omit<Settings, 'create' | 'areas'>,
    Pick<LogLimitParts, 'logPath' | 'onWarning'> {
  readonly watch: FileWatch;
  readonly records: RecordReader;
  readonly lists: ListReaders;
  readonly writer: WriterThreadClient;
}

/** What every SQLite store promises. */
export const sqliteGuarantees = Object.freeze({
  durable: true,
  shared: true,
  snapshot: true,
  listOrder: 'id-bytes',
} as const);

/** The store over an open database. */
export class SqliteStore implements LocationStore {
  readonly guarantees: StoreGuarantees = sqliteGuarantees;
  readonly #parts: SqliteParts;
  readonly #writes: WriteQueue;
  readonly #log: LogLimit;
  #closed: Promise<void> | undefined;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
    this.#writes = new WriteQueue({
      timeout: parts.busyTimeout,
      commit: async (batch) => {
        const { results, logSize } = await parts.writer.commit(batch);
        this.#log.check(logSize);
        return results;
      },
    });
    this.#log = new LogLimit({ ...parts, emptyLog: () => this.#writes.flush() });
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    const { watch, records } = this.#parts;
    return this.read(() => {
      watch.glance();
      return records.get(id);
    });
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
    await this.#log.ready();
    let deadline = this.deadline();
    const reader = await this.read(() => lists.take(), deadline);
    try {
      this.#log.watch();
      for (;;) {
        const batch = await this.read(() => reader.readBatch(), deadline);
        if (batch.length > 0) yield batch;
        this.checkOpen();
        if (reader.ended) return;
        // A caller that never waits would block the event loop for all others.
        await setImmediate();
        deadline = this.deadline();
      }
    } finally {
      lists.release(reader);
      // A caller that leaves the list early learns of the failure, too, unless the store is closed.
      if (!this.#closed) reader.check();
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.closeReaders();
    await this.#writes.idle();
    // The last connection to close moves the log into the database: on its thread, not on this one.
    await this.#parts.writer.close();
  }

  protected closeReaders(): void {
    const { watch, records, lists } = this.#parts;
    watch.close();
    lists.close();
    records.close();
  }

  /** The deadline of a call that begins now. */
  protected deadline(): number {
    return performance.now() + this.#parts.busyTimeout;
  }

  /**
   * Reads now, without a promise, or again until the deadline while another connection is in the way. By default it is
   * the deadline of a call that begins now.
   */
  protected read<T>(act: () => T, deadline?: number): T | Promise<T> {
    const attempt = () => {
      this.checkOpen();
      return act();
    };
    const fail = (error: unknown) => {
      throw failures.wrap('read from', this.#parts.path, error);
    };
    try {
      return attempt();
    } catch (error) {
      return isBusy(error) ? retryWhileBusy(deadline ?? this.deadline(), attempt).catch(fail) : fail(error);
    }
  }

  async #write(make: () => Write): Promise<boolean> {
    this.checkOpen();
    return this.#writes.add(make());
  }

  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
