import {
  checkIdentifier,
  checkLocation,
  type ExchangeStore,
  type Location,
  type LocationRecord,
  type StoreGuarantees,
} from '@location-records/core';
import type { Calls } from './calls.ts';
import type { Args, Reply } from './client.ts';
import type { Connections } from './connections.ts';
import { type Attempt, failures } from './failures.ts';
import { listBatches } from './lists.ts';
import { placeOf } from './places.ts';
import {
  deletePlacedScript,
  exchangePlacedScript,
  exchangeScript,
  replaceScript,
  type Script,
  storePlacedScript,
} from './scripts.ts';
import type { Format } from './stored-format.ts';
import { type Keys, placesKey, readLocation, storeLocation } from './stored-records.ts';

/** What a {@link RedisStore} works with, and closes. */
export interface RedisParts {
  readonly endpoint: string;
  readonly connections: Connections;
  readonly calls: Calls;
  readonly keys: Keys;
  readonly format: Format;
  readonly readOnly: boolean;
}

/** What every Redis store promises. */
export const redisGuarantees: StoreGuarantees = Object.freeze({
  durable: false,
  shared: true,
  listOrder: 'none',
  exchanges: true,
});

/** The store over open connections. */
export class RedisStore implements ExchangeStore, AsyncDisposable {
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
    const key = this.#parts.keys.bucketOf(id);
    const value = await this.call('read from', () => this.#parts.calls.read(key, ['HGET', key, id]));
    return value === null ? undefined : readLocation(this.#parts.endpoint, key, id, value as string);
  }

  async put(id: string, location: Location): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    const key = this.#parts.keys.bucketOf(id);
    if (this.#parts.format.areas) await this.#writePlaced(key, id, location, 'put');
    else await this.#write(key, ['HSET', key, id, storeLocation(location)]);
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    const key = this.#parts.keys.bucketOf(id);
    const found = this.#parts.format.areas
      ? await this.#writePlaced(key, id, location, 'replace')
      : await this.#runScript(replaceScript, [key], [id, storeLocation(location)]);
    return found === 1;
  }

  async delete(id: string): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    const key = this.#parts.keys.bucketOf(id);
    if (this.#parts.format.areas) await this.#runScript(deletePlacedScript, [key, placesKey(key)], [id]);
    else await this.#write(key, ['HDEL', key, id]);
  }

  async exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    for (const location of [expected, next]) if (location !== undefined) checkLocation(location);
    const key = this.#parts.keys.bucketOf(id);
    const written = expected === undefined ? '' : storeLocation(expected);
    if (await this.#exchangeText(key, id, written, next)) return true;
    if (expected === undefined) return false;
    // Another program may have spelled the same content differently.
    const stored = (await this.call('read from', () => this.#parts.calls.read(key, ['HGET', key, id]))) as
      | string
      | null;
    if (stored === null || stored === written) return false;
    const isSame = storeLocation(readLocation(this.#parts.endpoint, key, id, stored)) === written;
    return isSame && this.#exchangeText(key, id, stored, next);
  }

  /** Exchanges the stored text of a record; an empty text stands for no record. */
  async #exchangeText(
    key: string,
    id: string,
    expected: string,
    next: Location | undefined,
  ): Promise<boolean> {
    const args: Args = [id, expected, next === undefined ? '' : storeLocation(next)];
    const done = this.#parts.format.areas
      ? await this.#runScript(
          exchangePlacedScript,
          [key, placesKey(key)],
          [...args, next === undefined ? '' : placeOf(id, next.coordinates)],
        )
      : await this.#runScript(exchangeScript, [key], args);
    return done === 1;
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.checkOpen();
    const { calls, endpoint, keys } = this.#parts;
    const read = (key: string) => this.call('read from', () => calls.read(key, ['HGETALL', key], 'lists'));
    for await (const batch of listBatches(keys, endpoint, read)) {
      yield batch;
      this.checkOpen();
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
    await Promise.allSettled(this.#writes);
    await this.#parts.format.keepNow();
    this.#parts.connections.close();
  }

  #writePlaced(key: string, id: string, location: Location, method: 'put' | 'replace'): Promise<Reply> {
    const args = [id, storeLocation(location), placeOf(id, location.coordinates), method];
    return this.#runScript(storePlacedScript, [key, placesKey(key)], args);
  }

  #runScript(script: Script, keys: readonly [string, ...string[]], args: Args): Promise<Reply> {
    return this.#write(keys[0], ['EVALSHA', script.sha, String(keys.length), ...keys, ...args], script);
  }

  async #write(key: string, args: Args, script?: Script): Promise<Reply> {
    if (this.#parts.readOnly) throw failures.readOnly(this.#parts.endpoint);
    const write = this.call('write to', () => this.#parts.calls.write(key, args, script));
    this.#writes.add(write);
    try {
      return await write;
    } finally {
      this.#writes.delete(write);
      this.#parts.format.keep();
    }
  }

  /** Explains the failure of a call. */
  protected async call<T>(attempt: Attempt, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      // `close()` ends pending reads.
      if (attempt === 'read from') this.checkOpen();
      throw failures.wrap(attempt, this.#parts.endpoint, error);
    }
  }

  /** Throws after `close()`. */
  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
