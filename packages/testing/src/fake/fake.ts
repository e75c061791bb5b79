import {
  createHandler,
  type Handler,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
  type MemoryStore,
} from '@location-records/core';
import { OrderedFaults } from '../faults/ordered-faults.ts';
import { Journal } from '../journal/journal.ts';
import { Recording } from '../journal/recording.ts';
import { isBelow } from './base-url.ts';
import { createFakeFetch, type Fetch } from './fake-fetch.ts';
import { FakeRecords } from './fake-records.ts';
import { type ListeningFake, type ListenOptions, listen } from './listen.ts';
import { checkFakeOptions, type FakeOptions, type FakeSettings } from './options.ts';

/** The service in this process, for tests: the real one, on the memory store. */
export interface Fake {
  /** Where it pretends to be, without a slash at its end. */
  readonly baseUrl: string;
  /** What the code under test calls instead of `fetch`; a relative URL is below the base URL. */
  readonly fetch: Fetch;
  /** Whether a URL is the base URL, or below it; a text that is no URL is not. */
  serves(url: string | URL): boolean;
  /**
   * The handler, for an adapter of your choosing. Beyond what a handler does, it rejects with a
   * {@link ConnectionBrokenError} where a fault breaks the connection.
   */
  readonly handle: Handler;
  /** The records, to be looked at and changed without a request. */
  readonly records: FakeRecords;
  /** What has arrived, and what became of it. */
  readonly journal: Journal;
  /** What goes wrong. */
  readonly faults: OrderedFaults;
  /**
   * Back to how it began: its first records, no faults, an empty journal, and chance from its beginning. Requests under
   * way go on with the records they began with, and their writes are seen nowhere.
   */
  reset(): void;
  /**
   * A fake with the same options that begins with the records as they are now, no faults and an empty journal. It takes
   * the same few microseconds however many records there are, and neither sees what the other does. It needs no end.
   */
  fork(): Fake;
  /** Listens on a port of Node.js, until the `close` of what it resolves to. */
  listen(options?: ListenOptions): Promise<ListeningFake>;
}

/**
 * Makes a fake of the service.
 *
 * @throws {OptionError} at once, when an option cannot work or is not known.
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
  readonly faults: OrderedFaults;
  readonly #settings: FakeSettings;
  readonly #first: MemoryStore;
  #store: MemoryStore;
  #service: Handler;
  #arrivals = 0;

  /** Leaves the records in `first` as they are. */
  constructor(settings: FakeSettings, first: MemoryStore) {
    const { baseUrl, clock, elsewhere, seed } = settings;
    this.#settings = settings;
    this.#first = first;
    this.#store = first.fork();
    this.#service = this.#serve(this.#store);
    this.baseUrl = baseUrl.href;
    this.records = new FakeRecords(() => this.#store);
    this.faults = new OrderedFaults(
      () => ({ clock, store: this.#store, serve: (store) => this.#serve(store) }),
      seed,
    );
    this.handle = createExchange({
      journal: this.journal,
      faults: this.faults,
      baseSegments: baseUrl.baseSegments,
      service: () => this.#service,
      now: clock.now,
      nextArrival: () => this.#arrivals++,
    });
    this.fetch = createFakeFetch(this.handle, baseUrl, elsewhere);
  }

  serves(url: string | URL): boolean {
    return URL.canParse(String(url)) && isBelow(this.#settings.baseUrl, new URL(String(url)));
  }

  reset(): void {
    this.#store = this.#first.fork();
    this.#service = this.#serve(this.#store);
    this.#arrivals = 0;
    this.journal.clear();
    this.faults.clear();
  }

  fork(): Fake {
    return new MemoryFake(this.#settings, this.#store.fork());
  }

  listen(options?: ListenOptions): Promise<ListeningFake> {
    return listen(this.handle, this.#settings.baseUrl.basePath, options);
  }

  #serve(store: LocationStore): Handler {
    const { handlerOptions, wrapStore } = this.#settings;
    return createHandler({ ...handlerOptions, store: wrapStore(store) });
  }
}

/** What a request to a fake passes through. */
export interface Passage {
  readonly journal: Journal;
  readonly faults: OrderedFaults;
  readonly baseSegments: readonly string[];
  /** The service as it is when the request arrives. */
  readonly service: () => Handler;
  readonly now: () => number;
  /** The place of the next request in the order of arrival. */
  readonly nextArrival: () => number;
}

/**
 * Makes the handler of a fake: the service, behind the faults, with a journal. Everything that is decided of a request
 * is decided when it arrives, so that the order in which answers get ready changes nothing.
 */
function createExchange({ journal, faults, baseSegments, service, now, nextArrival }: Passage): Handler {
  return async (request: LocationRequest): Promise<LocationResponse> => {
    const recording = new Recording(request, baseSegments, now);
    const met = faults.meet(recording.request, nextArrival());
    recording.faults = met.names;
    journal.add(recording);
    try {
      return recording.answered(await met.around(service())(recording.asked));
    } catch (error) {
      recording.broken();
      throw error;
    }
  };
}
