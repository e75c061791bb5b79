import type { Handler, LocationRequest, LocationResponse, MemoryStore } from '@location-records/core';
import { isConnectionBroken } from './errors.ts';
import { Faults, type FaultTable } from './fault-table.ts';
import { brokenBehind } from './faults.ts';
import { createFakeFetch, isBelow } from './fetch.ts';
import { Journal } from './journal.ts';
import { asyncDispose, type ListeningFake, type ListenOptions, listen } from './listen.ts';
import { checkFakeOptions, type FakeOptions, type FakeSettings, type Fetch } from './options.ts';
import { Recording } from './recording.ts';
import { FakeRecords } from './records.ts';

/** The real service on the memory store, in this process, for tests. */
export interface Fake {
  /** The base URL, without a slash at its end. */
  readonly baseUrl: string;
  /** A `fetch` for the code under test. A relative URL such as `home` is below the base URL. */
  readonly fetch: Fetch;
  /** Returns whether a URL is the base URL, or below it. */
  serves(url: string | URL): boolean;
  /**
   * The handler, for an adapter of your choice. If a fault breaks the connection, its response breaks off.
   */
  readonly handle: Handler;
  /** The records, to read and change without requests. */
  readonly records: FakeRecords;
  /** All requests and their responses. */
  readonly journal: Journal;
  /** The faults that requests meet. */
  readonly faults: FaultTable;
  /**
   * Restores the first records and faults, and empties the journal. Requests under way keep the old records.
   */
  reset(): void;
  /** Makes an independent fake with the same options, the records as they are now, and an empty journal. */
  fork(): Fake;
  /** Listens on a port of Node.js until `close` of the result, or of the fake, is called. */
  listen(options?: ListenOptions): Promise<ListeningFake>;
  /** Releases all ports on which it listens. A fake that never listened needs no `close`. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a fake of the service.
 *
 * @throws {OptionError} if an option is unknown or cannot work.
 * @throws {InvalidArgumentError} if a record or a fault is not valid. The message names it.
 *
 * @example
 * const fake = createFake({ records: { home: { coordinates: { latitude: 1, longitude: 2 } } } });
 * const response = await fake.fetch('http://location-records.test/home');
 */
export function createFake(options?: FakeOptions): Fake {
  return new MemoryFake(checkFakeOptions(options));
}

class MemoryFake implements Fake {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly handle: Handler;
  readonly records: FakeRecords;
  readonly journal = new Journal();
  readonly faults: Faults;
  readonly #settings: FakeSettings;
  #store!: MemoryStore;
  #service!: Handler;
  #listening: readonly Promise<ListeningFake>[] = [];

  constructor(settings: FakeSettings) {
    this.#settings = settings;
    this.baseUrl = settings.baseUrl.href;
    this.records = new FakeRecords(() => this.#store);
    this.faults = new Faults(settings.clock, () => String(this.journal));
    const respond = (request: LocationRequest) => this.#respond(request);
    this.fetch = createFakeFetch(respond, settings);
    this.handle = (request) => respondOnConnection(respond, request);
    this.reset();
  }

  serves(url: string | URL): boolean {
    return URL.canParse(String(url)) && isBelow(this.#settings.baseUrl, new URL(String(url)));
  }

  reset(): void {
    this.#store = this.#settings.first.fork();
    this.#service = this.#settings.serve(this.#store);
    this.journal.clear();
    this.faults.clear();
    for (const fault of this.#settings.faults) this.faults.add(fault);
  }

  fork(): Fake {
    return new MemoryFake({ ...this.#settings, first: this.#store.fork() });
  }

  listen(options?: ListenOptions): Promise<ListeningFake> {
    const listening = listen(this.handle, this.#settings.baseUrl.basePath, options);
    this.#listening = [...this.#listening, listening];
    return listening;
  }

  async close(): Promise<void> {
    // The caller of a `listen` that rejected has its error.
    const started = await Promise.allSettled(this.#listening);
    await Promise.all(started.map((outcome) => outcome.status === 'fulfilled' && outcome.value.close()));
  }

  [asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Rejects with a `ConnectionBrokenError` if a fault breaks the connection. */
  async #respond(request: LocationRequest): Promise<LocationResponse> {
    const { baseUrl, clock } = this.#settings;
    const number = this.journal.entries.length + 1;
    const recording = new Recording(number, request, baseUrl.baseSegments, clock);
    this.journal.add(recording);
    // Requests are counted when they arrive, so that the order of the responses changes nothing.
    const { names, faults } = this.faults.meet(recording.request);
    recording.faults = names;
    const handle = faults.reduceRight<Handler>(
      (next, respond) => async (asked) => respond(asked, next),
      this.#service,
    );
    try {
      const response = explained(await handle(recording.served), names);
      const isHead = request.method === 'HEAD' && typeof response.body === 'string';
      return recording.responded(isHead ? { ...response, body: '' } : response);
    } catch (error) {
      recording.failed(error);
      throw error;
    }
  }
}

/** Adds the names of the faults to the explanation, or makes it of them if the service did not respond. */
function explained(response: LocationResponse, faults: readonly string[]): LocationResponse {
  if (faults.length === 0) return response;
  const names = faults.join(', ');
  const { clause, reason } = response.explanation ?? {};
  const explanation =
    clause === undefined || reason === undefined
      ? { clause: 'fault', reason: names }
      : { clause, reason: `${reason}; fault: ${names}` };
  return { ...response, explanation };
}

/** Responds to a server. The response breaks off if a fault breaks the connection, or the client has left. */
async function respondOnConnection(respond: Handler, request: LocationRequest): Promise<LocationResponse> {
  try {
    return await respond(request);
  } catch (error) {
    if (!isConnectionBroken(error) && !request.signal?.aborted) throw error;
    const fault = isConnectionBroken(error) ? error.fault : 'left';
    return {
      status: 200,
      headers: {},
      body: brokenBehind('', fault),
      explanation: { clause: 'fault', reason: fault },
    };
  }
}
