import {
  createHandler,
  createMemoryStore,
  type Handler,
  type HandlerOptions,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
  type LocationStore,
  type MemoryStore,
  OptionError,
} from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { type BaseUrl, parseBaseUrl } from './base-url.ts';
import { type Clock, fakedClock, realClock } from './clock.ts';
import type { Fetch } from './fake-fetch.ts';
import { checkMembers } from './fake-records.ts';

/** Options of {@link createFake}: those of the service, and these. */
export interface FakeOptions extends Omit<HandlerOptions, 'store' | 'basePath'> {
  /**
   * The URL that the fake stands for. Its path is the base path of the service.
   * @default 'http://location-records.test'
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * The first records, as pairs or by identifier, each identifier once. They may have unknown members only with
   * `unknownMembers: 'ignore'`.
   * @default none
   */
  readonly records?: Iterable<LocationRecord> | Readonly<Record<string, Location>> | undefined;
  /**
   * A whole number that decides everything random: with the same seed, the same requests get the same bytes.
   * @default 0
   */
  readonly seed?: number | undefined;
  /**
   * The clock of the journal and of delays: the one of the machine, the one of the timers that the test has faked, or
   * one of {@link createManualClock}.
   * @default 'real'
   */
  readonly clock?: 'real' | 'faked' | Clock | undefined;
  /**
   * A `fetch` for URLs that are not under the base URL.
   * @default none: URLs of the same origin are routes that the service does not have, and for others `fetch` rejects
   * with a `UrlNotServedError`
   */
  readonly fallbackFetch?: Fetch | undefined;
  /**
   * Wraps the store of the service, for example in a store that fails. `createFake` calls it twice, and each `reset` or
   * `fork` calls it again. So do `readStale` when it is added and `loseWrite` for each request.
   * @default nothing
   */
  readonly wrapStore?: ((store: LocationStore) => LocationStore) | undefined;
  /**
   * What the fake serves besides the service.
   * @default nothing
   */
  readonly extension?: FakeExtension | undefined;
}

/** What a fake serves besides the service: `areaQueries` of `@location-records/console` is one. */
export interface FakeExtension {
  /** Makes the store with the first records, which the fake forks. */
  createStore(records: Iterable<LocationRecord>): MemoryStore;
  /** Makes a handler around the handler of the service. It is called whenever `wrapStore` is. */
  wrapHandler(handle: Handler, service: ExtendedService): Handler;
}

/** What the handler of a {@link FakeExtension} works with. */
export interface ExtendedService extends Pick<HandlerOptions, 'onError'> {
  /** The store of the service, wrapped by `wrapStore`. */
  readonly store: LocationStore;
  /** The base path of the service; `/` for the root. */
  readonly basePath: string;
}

/** The options with defaults in place, checked. */
export interface FakeSettings {
  readonly baseUrl: BaseUrl;
  readonly seed: number;
  readonly clock: Clock;
  readonly fallbackFetch: Fetch | undefined;
  readonly unknownMembers: HandlerOptions['unknownMembers'];
  /** Makes the service over a store. */
  readonly serve: (store: MemoryStore) => Handler;
}

const clocks: ReadonlyMap<string, Clock> = new Map([
  ['real', realClock],
  ['faked', fakedClock],
]);

/** The service alone. */
const noExtension: FakeExtension = { createStore: createMemoryStore, wrapHandler: (handle) => handle };

const names = [
  'baseUrl',
  'records',
  'seed',
  'clock',
  'fallbackFetch',
  'wrapStore',
  'extension',
  'bodyLimit',
  'strictCoordinates',
  'unknownMembers',
  'absentDescription',
  'onError',
] as const;

/**
 * Returns the settings, and the store with the records.
 *
 * @throws {OptionError} when an option is unknown or not valid.
 */
export function checkFakeOptions(options: FakeOptions | undefined): [FakeSettings, MemoryStore] {
  // A fake or a memory store, which a caller may take for its records.
  if (hasMethod(options, 'fork')) throw new InvalidArgumentError('options', 'options such as { records }');
  const {
    baseUrl = 'http://location-records.test',
    records = [],
    seed = 0,
    clock: chosen = 'real',
    fallbackFetch,
    wrapStore = (store: LocationStore) => store,
    extension = noExtension,
    ...others
  } = checkOptionNames(options, names);
  if (!Number.isSafeInteger(seed)) throw new OptionError('seed', 'a whole number');
  const clock = typeof chosen === 'string' ? clocks.get(chosen) : chosen;
  if (typeof clock?.now !== 'function' || typeof clock.wait !== 'function') {
    throw new OptionError('clock', "'real', 'faked' or a Clock");
  }
  if (fallbackFetch !== undefined && typeof fallbackFetch !== 'function') {
    throw new OptionError('fallbackFetch', 'a function such as fetch');
  }
  checkOptionTypes('function', {
    wrapStore,
    'extension.createStore': extension?.createStore ?? null,
    'extension.wrapHandler': extension?.wrapHandler ?? null,
  });
  const parsed = parseBaseUrl(baseUrl);
  const handlerOptions = { ...others, basePath: parsed.basePath };
  const serve = (inner: MemoryStore) => {
    const store = wrapStore(inner);
    return extension.wrapHandler(createHandler({ ...handlerOptions, store }), { ...handlerOptions, store });
  };
  const store = storeOf(extension, records, others.unknownMembers);
  serve(store);
  return [
    { baseUrl: parsed, seed, clock, fallbackFetch, unknownMembers: others.unknownMembers, serve },
    store,
  ];
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof Object(value)[name] === 'function';
}

/**
 * @throws {OptionError} when these are not records, or an identifier is there twice.
 * @throws {InvalidArgumentError} about a record that is wrong. The message names the record.
 */
function storeOf(
  extension: FakeExtension,
  records: NonNullable<FakeOptions['records']>,
  unknownMembers: FakeOptions['unknownMembers'],
): MemoryStore {
  /** The numbers of the records by their identifiers. */
  const numbers = new Map<unknown, number>();
  let number = 0;
  let id: unknown;
  function* checked() {
    for (const record of pairs(records)) {
      number++;
      if (!Array.isArray(record)) throw new OptionError('records', `${recordsForm}, not number ${number}`);
      id = record[0];
      const earlier = numbers.get(id);
      if (earlier !== undefined) {
        const twice = `${JSON.stringify(id)} is in number ${earlier} and in number ${number}`;
        throw new OptionError('records', `pairs of different identifiers, but ${twice}`);
      }
      numbers.set(id, number);
      checkMembers(record[1], unknownMembers);
      yield record;
    }
  }
  try {
    return extension.createStore(checked());
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    const expected = error.message.replace(/^.*?: expected |\.$/g, '');
    const record = typeof id === 'string' && id !== '' ? JSON.stringify(id) : `number ${number}`;
    throw new InvalidArgumentError(error.argument, `${expected} in the record ${record}`);
  }
}

const recordsForm = 'an object, or pairs of an identifier and a Location';

function pairs(records: NonNullable<FakeOptions['records']>): Iterable<LocationRecord> {
  if (hasMethod(records, 'then')) throw new OptionError('records', `${recordsForm}: await it`);
  if (typeof records !== 'object' || records === null || hasMethod(records, 'fork')) {
    throw new OptionError('records', recordsForm);
  }
  return Symbol.iterator in records ? (records as Iterable<LocationRecord>) : Object.entries(records);
}
