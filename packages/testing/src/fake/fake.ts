import type { Handler, LocationRequest, LocationResponse, MemoryStore } from '@location-records/core';
import { type FakeFaults, FaultList } from '../faults/fake-faults.ts';
import { Journal } from '../journal/journal.ts';
import { Recording } from '../journal/recording.ts';
import { isBelow } from './base-url.ts';
import { asyncDispose } from './disposal.ts';
import { createFakeFetch, type Fetch } from './fake-fetch.ts';
import { FakeRecords } from './fake-records.ts';
import { type ListeningFake, type ListenOptions, listen } from './listen.ts';
import { checkFakeOptions, type FakeOptions, type FakeSettings } from './options.ts';

/** The real service on the memory store, in this process, for tests. */
export interface Fake {
  /** The base URL, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * A `fetch` for the code under test. A relative URL is resolved against the base URL with a slash behind it: `home` is
   * below it, and `/home` begins at the origin.
   */
  readonly fetch: Fetch;
  /** Whether a URL is the base URL, or below it. `false` for a text that is not a URL. */
  serves(url: string | URL): boolean;
  /**
   * The handler, for an adapter of your choice. It rejects with a {@link ConnectionBrokenError} when a fault breaks the
   * connection.
   */
  readonly handle: Handler;
  /** The records, to read and change without requests. */
  readonly records: FakeRecords;
  /** All requests and their responses. */
  readonly journal: Journal;
  /** The faults that apply to requests. */
  readonly faults: FakeFaults;
  /**
   * Restores the first records, removes all faults, empties the journal, and starts the random numbers again. Requests
   * under way keep their old records, and their writes are lost.
   */
  reset(): void;
  /**
   * Makes an independent fake with the same options, the records as they are now, no faults and an empty journal. It
   * takes the same few microseconds for any number of records, and needs no clean-up.
   */
  fork(): Fake;
  /** Listens on a port of Node.js until `close` of the result, or of the fake, is called. */
  listen(options?: ListenOptions): Promise<ListeningFake>;
  /** Releases all ports on which it listens. A fake that never listened needs no end. */
  close(): Promise<void>;
  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Makes a fake of the service.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 * @throws {InvalidArgumentError} when a record is not valid. The message names the record.
 *
 * @example
 * const fake = createFake({ records: { home: { coordinates: { latitude: 1, longitude: 2 } } } });
 * const response = await fake.fetch('http://location-records.test/home');
 */
export function createFake(options?: FakeOptions): Fake {
  return new MemoryFake(...checkFakeOptions(options));
}

class MemoryFake implements Fake {
  readonly baseUrl: string;
  readonly fetch: Fetch;
  readonly handle: Handler;
  readonly records: FakeRecords;
  readonly journal = new Journal();
  readonly faults: FaultList;
  readonly #settings: FakeSettings;
  readonly #first: MemoryStore;
  #store: MemoryStore;
  #service: Handler;
  #arrivals = 0;
  #listening: readonly Promise<ListeningFake>[] = [];

  /** Leaves the records in `first` as they are. */
  constructor(settings: FakeSettings, first: MemoryStore) {
    const { baseUrl, clock, fallbackFetch, seed } = settings;
    this.#settings = settings;
    this.#first = first;
    this.#store = first.fork();
    this.#service = settings.serve(this.#store);
    this.baseUrl = baseUrl.href;
    this.records = new FakeRecords(() => this.#store, settings.unknownMembers);
    this.faults = new FaultList(
      () => ({ clock, store: this.#store, serve: settings.serve }),
      seed,
      () => this.journal.toJSON(),
    );
    this.handle = createExchange({
      journal: this.journal,
      faults: this.faults,
      baseSegments: baseUrl.baseSegments,
      service: () => this.#service,
      now: () => clock.now(),
      nextArrival: () => this.#arrivals++,
    });
    this.fetch = createFakeFetch(this.handle, baseUrl, fallbackFetch);
  }

  serves(url: string | URL): boolean {
    return URL.canParse(String(url)) && isBelow(this.#settings.baseUrl, new URL(String(url)));
  }

  reset(): void {
    this.#store = this.#first.fork();
    this.#service = this.#settings.serve(this.#store);
    this.#arrivals = 0;
    this.journal.clear();
    this.faults.clear();
  }

  fork(): Fake {
    return new MemoryFake(this.#settings, this.#store.fork());
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
}

/** What a request to a fake passes through. */
interface Passage {
  readonly journal: Journal;
  readonly faults: FaultList;
  readonly baseSegments: readonly string[];
  /** The service as it is when the request arrives. */
  readonly service: () => Handler;
  readonly now: () => number;
  /** The number of the next request in the order of arrival. */
  readonly nextArrival: () => number;
}

/**
 * Makes the handler of a fake: the service with the faults around it, and a journal. Everything about a request is
 * decided when it arrives, so that the order of the responses changes nothing.
 */
function createExchange({ journal, faults, baseSegments, service, now, nextArrival }: Passage): Handler {
  return async (request: LocationRequest): Promise<LocationResponse> => {
    const recording = new Recording(request, baseSegments, now);
    const applyFaults = () => {
      try {
        return faults.apply(recording.request, nextArrival());
      } finally {
        // A `where` that looks into the journal finds the requests before this one.
        journal.add(recording);
      }
    };
    try {
      const { names, around } = applyFaults();
      recording.faults = names;
      return recording.responded(await around(service())(recording.asked));
    } catch (error) {
      recording.broken();
      throw error;
    }
  };
}
