import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  type StoreGuarantees,
} from '@location-records/core';
import { withinTime } from './call.ts';
import type { Args, Reply } from './client.ts';
import type { Commands } from './commands.ts';
import { type Attempt, failures } from './failures.ts';
import { listBatches, ReadAhead } from './lists.ts';
import type { RecordWrites } from './record-writes.ts';
import type { Servers } from './servers.ts';
import { type Buckets, readLocation, unsuitableRecord } from './stored-records.ts';

/** What a {@link RedisStore} works with, and closes in the end. */
export interface RedisParts {
  readonly endpoint: string;
  readonly timeout: number;
  readonly servers: Servers;
  readonly commands: Commands;
  readonly buckets: Buckets;
  readonly writes: RecordWrites;
}

/** What every Redis store promises. */
export const redisGuarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: true,
  listOrder: 'none',
});

/** The store over open connections. */
export class RedisStore implements LocationStore {
  readonly guarantees: StoreGuarantees = redisGuarantees;
  readonly #parts: RedisParts;
  readonly #writes = new Set<Promise<unknown>>();
  #closed: Promise<void> | undefined;

  constructor(parts: RedisParts) {
    this.#parts = parts;
  }

  /** Not a property, which a program would print with its password. */
  protected get parts(): RedisParts {
    return this.#parts;
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    const key = this.#parts.buckets.keyOf(id);
    const value = await this.#read(key, ['HGET', key, id], 'commands');
    if (value === null) return undefined;
    const location = readLocation(value as Buffer);
    if (location === undefined) throw unsuitableRecord(this.#parts.endpoint, key, id);
    return location;
  }

  async put(id: string, location: Location): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    await this.#write(id, (key) => this.#parts.writes.put(key, id, location));
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    const found = await this.#write(id, (key) => this.#parts.writes.replace(key, id, location));
    return found === 1;
  }

  async delete(id: string): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    await this.#write(id, (key) => this.#parts.writes.delete(key, id));
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    const { buckets, endpoint } = this.#parts;
    this.checkOpen();
    const read = async (key: string) =>
      (await this.#read(key, ['HGETALL', key], 'lists')) as readonly Buffer[];
    for await (const batch of listBatches(new ReadAhead(buckets, read), endpoint)) {
      yield batch;
      this.checkOpen();
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#writes);
    this.#parts.servers.close();
  }

  async #read(key: string, args: readonly string[], purpose: 'commands' | 'lists'): Promise<Reply> {
    this.checkOpen();
    return this.call('read from', (call) =>
      this.#parts.commands.send(call, { key, args, purpose, isRead: true }),
    );
  }

  async #write(id: string, makeArgs: (key: string) => Args): Promise<Reply> {
    const key = this.#parts.buckets.keyOf(id);
    const args = makeArgs(key);
    const write = this.call('write to', (call) =>
      this.#parts.commands.send(call, { key, args, purpose: this.#parts.commands.writing, isRead: false }),
    );
    this.#writes.add(write);
    try {
      return await write;
    } finally {
      this.#writes.delete(write);
    }
  }

  /** Runs `act` within the time of a call, and explains its failure. */
  protected async call<T>(attempt: Attempt, act: Parameters<typeof withinTime<T>>[1]): Promise<T> {
    try {
      return await withinTime(this.#parts.timeout, act);
    } catch (error) {
      // `close()` ends reads under way.
      if (attempt === 'read from') this.checkOpen();
      throw failures.wrap(attempt, this.#parts.endpoint, error);
    }
  }

  /** Throws after `close()`. */
  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
