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
import { checkOptionNames, checkOptionTypes, parseBasePath } from '@location-records/core/adapter-kit';
import { type Clock, clockOfTest } from './clock.ts';
import { checkFault, type Fault } from './faults.ts';
import { checkFixture } from './records.ts';

/** The `fetch` that the code under test calls. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** Options of {@link createFake}: those of the service, and these. */
export interface FakeOptions extends Omit<HandlerOptions, 'store' | 'basePath'> {
  /**
   * The URL that the fake stands for. Its path is the base path of the service.
   * @default 'http://location-records.test'
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * The first records, as pairs or by identifier, each identifier once.
   * @default none
   */
  readonly records?: Iterable<LocationRecord> | Readonly<Record<string, Location>> | undefined;
  /**
   * The first faults. A reset restores them, and a fork begins with them.
   * @default none
   */
  readonly faults?: readonly Fault[] | undefined;
  /**
   * Times the journal and the fault `delayed`.
   * @default the `Date` and the timers that the test has at that moment, faked ones included
   */
  readonly clock?: Clock | undefined;
  /**
   * A `fetch` for URLs that are not below the base URL.
   * @default none: `fetch` rejects for other origins
   */
  readonly fallbackFetch?: Fetch | undefined;
  /**
   * Wraps the store of the service, for example in one that fails. Each reset and fork calls it again.
   * @default nothing
   */
  readonly wrapStore?: ((store: LocationStore) => LocationStore) | undefined;
  /**
   * What the fake serves besides the service, such as `areaQueries` of `@location-records/console`.
   * @default nothing
   */
  readonly extension?: FakeExtension | undefined;
}

/** What a fake serves besides the service. */
interface FakeExtension {
  /** Makes the store with the first records, which the fake forks. */
  createStore(records: Iterable<LocationRecord>): MemoryStore;
  /** Makes a handler around the handler of the service. Each reset and fork calls it again. */
  wrapHandler(handle: Handler, service: ExtendedService): Handler;
}

/** What the handler of a {@link FakeExtension} works with. */
interface ExtendedService extends Pick<HandlerOptions, 'onError'> {
  readonly store: LocationStore;
  /** `/` for the root. */
  readonly basePath: string;
}

/** The URL that a fake stands for. */
export interface BaseUrl {
  /** Without a slash at its end. */
  readonly href: string;
  readonly origin: string;
  readonly basePath: string;
  readonly baseSegments: readonly string[];
}

/** The options, checked and with their defaults. */
export interface FakeSettings {
  readonly baseUrl: BaseUrl;
  readonly faults: readonly Fault[];
  readonly clock: Clock;
  readonly fallbackFetch: Fetch | undefined;
  /** Makes the service over a store. */
  serve(store: MemoryStore): Handler;
  /** The store with the first records. */
  readonly first: MemoryStore;
}

/** @throws {OptionError} and {InvalidArgumentError} if an option is unknown or cannot work. */
export function checkFakeOptions(options: FakeOptions | undefined): FakeSettings {
  const {
    baseUrl: url = 'http://location-records.test',
    records = [],
    faults = [],
    clock = clockOfTest,
    fallbackFetch,
    wrapStore = (store: LocationStore) => store,
    extension = { createStore: createMemoryStore, wrapHandler: (handle: Handler) => handle },
    ...others
  } = checkOptionNames(options, [
    'baseUrl',
    'records',
    'faults',
    'clock',
    'fallbackFetch',
    'wrapStore',
    'extension',
    'bodyLimit',
    'strictCoordinates',
    'unknownMembers',
    'absentDescription',
    'etags',
    'onError',
  ]);
  if (typeof clock?.now !== 'function' || typeof clock.wait !== 'function') {
    throw new OptionError('clock', 'an object with the functions now and wait');
  }
  if (!Array.isArray(faults)) throw new OptionError('faults', 'an array of faults');
  for (const fault of faults) checkFault(fault, clock);
  checkOptionTypes('function', { fallbackFetch, wrapStore });
  const baseUrl = parseBaseUrl(url);
  const handlerOptions = { ...others, basePath: baseUrl.basePath };
  const serve = (inner: MemoryStore) => {
    const store = wrapStore(inner);
    return extension.wrapHandler(createHandler({ ...handlerOptions, store }), { ...handlerOptions, store });
  };
  const first = extension.createStore(checkedRecords(records));
  return { baseUrl, faults, clock, fallbackFetch, serve, first };
}

function parseBaseUrl(text: string | URL): BaseUrl {
  const expected = 'an http or https URL without query, fragment and credentials';
  if (!URL.canParse(String(text))) throw new OptionError('baseUrl', expected);
  const { protocol, origin, pathname, search, hash, username, password } = new URL(String(text));
  if (!/^https?:$/.test(protocol) || search + hash + username + password !== '') {
    throw new OptionError('baseUrl', expected);
  }
  const path = pathname.replace(/\/$/, '');
  const basePath = path || '/';
  return { href: origin + path, origin, basePath, baseSegments: parseBasePath(basePath) };
}

/** @throws {InvalidArgumentError} about the first record that is wrong; the message names it. */
function* checkedRecords(records: NonNullable<FakeOptions['records']>): Generator<LocationRecord> {
  const form = 'an object, or pairs of an identifier and a Location';
  if (typeof records !== 'object' || records === null) throw new OptionError('records', form);
  const pairs = Symbol.iterator in records ? records : Object.entries(records);
  const seen = new Set<string>();
  for (const pair of pairs) {
    if (!Array.isArray(pair)) throw new OptionError('records', form);
    const [id, location] = pair as LocationRecord;
    if (seen.has(id))
      throw new OptionError('records', `pairs of different identifiers, not two of ${JSON.stringify(id)}`);
    seen.add(id);
    try {
      checkFixture(location);
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      const expected = error.message.replace(/^.*?: expected |\.$/g, '');
      throw new InvalidArgumentError(error.argument, `${expected} in the record ${JSON.stringify(id)}`);
    }
    yield pair as LocationRecord;
  }
}
