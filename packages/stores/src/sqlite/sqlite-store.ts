import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  checkIdentifier,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
  type LocationStore,
  type StoreGuarantees,
} from '@location-records/core';
import { ChannelService, isServed } from './channel-service.ts';
import { busyPause, failures, isBusy } from './failures.ts';
import type { ListReaders } from './list-readers.ts';
import { LogLimit, type LogLimitParts } from './log-limit.ts';
import type { FileWatch, OpenFiles } from './open-files.ts';
import type { Settings } from './options.ts';
import { isChannel, isClosed, type ProcessChannel } from './process-channel.ts';
import type { RecordReader } from './record-reader.ts';
import { OwnWriter, type StoreWriter } from './store-writer.ts';
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

/** A store in an SQLite file. */
export interface SqliteStore extends LocationStore {
  /**
   * Lets stores of another process write through this one, which must have the same file open: `openSqliteStore` opens them
   * there with the option `writer`, the other end of the channel. This store commits their writes together with its own, so
   * that several processes share each flush. Call it before the other process opens its store, such as right after `fork()`. It
   * ends with `close()`, or when the channel closes. One that is closed already is left alone.
   *
   * @param channel the `ChildProcess` or the `Worker` of node:cluster that was forked, or `process` in that.
   * @throws {InvalidArgumentError} when it is not a channel, when a store of this file writes for it already, or when this
   * store itself writes through another process.
   */
  writeFor(channel: ProcessChannel): void;
}

/** What a {@link FileStore} works with, and closes in the end. */
export interface SqliteParts extends Omit<Settings, 'create' | 'areas'>, Pick<LogLimitParts, 'onWarning'> {
  readonly files: OpenFiles;
  readonly watch: FileWatch;
  readonly records: RecordReader;
  readonly lists: ListReaders;
  readonly writer: StoreWriter;
}

/** What every SQLite store promises. */
export const sqliteGuarantees = Object.freeze({
  durable: true,
  shared: true,
  listOrder: 'id-bytes',
} as const);

/** The store over an open database. */
export class FileStore implements SqliteStore {
  readonly guarantees: StoreGuarantees = sqliteGuarantees;
  readonly #parts: SqliteParts;
  readonly #log: LogLimit;
  readonly #services = new Set<ChannelService>();
  #closed: Promise<void> | undefined;

  constructor(parts: SqliteParts) {
    this.#parts = parts;
    const { writer, files } = parts;
    this.#log = new LogLimit({ ...parts, logPath: files.log.path, emptyLog: () => writer.flush() });
    writer.onCommitted = (logSize) => this.#log.check(logSize);
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

  writeFor(channel: ProcessChannel): void {
    this.checkOpen();
    const { writer, files } = this.#parts;
    if (!isChannel(channel)) {
      throw new InvalidArgumentError(
        'channel',
        'one end of a channel between processes, such as a ChildProcess',
      );
    }
    if (!(writer instanceof OwnWriter)) {
      const none = 'none, since this store itself writes through another process';
      throw new InvalidArgumentError('channel', none);
    }
    if (isServed(channel, files)) {
      throw new InvalidArgumentError('channel', 'one for which no store of this file writes yet');
    }
    if (isClosed(channel)) return;
    const onDisconnect = () => this.#services.delete(service);
    const service = new ChannelService(channel, { writer, files, onDisconnect });
    this.#services.add(service);
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.closeReaders();
    for (const service of this.#services) service.close();
    try {
      await this.#parts.writer.close();
    } finally {
      await Promise.all([...this.#services].map((service) => service.end()));
    }
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
    return this.#parts.writer.write(make());
  }

  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
