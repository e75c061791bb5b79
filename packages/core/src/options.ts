import { InvalidArgumentError, OptionError } from './errors.ts';
import type { ParseRules } from './location.ts';
import type { LocationRequest } from './request.ts';
import { parseBasePath } from './route.ts';
import type { ExchangeStore, LocationStore } from './store.ts';

/** Options of `createHandler`. */
export interface HandlerOptions {
  /** Where the records live. The handler never closes it. */
  readonly store: LocationStore;
  /**
   * The path below which the service lives, percent-encoded as in a URL. It matches whole segments; `/base`
   * and `/base/` are both the root (D11). Omit it if the host strips its mount point.
   * @default '/'
   */
  readonly basePath?: string | undefined;
  /**
   * How many characters (Unicode code points) of a body are read (SPEC section 8): a whole number from 1 to
   * 67,108,864.
   * @default 4096
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Refuses a latitude beyond ±90 and a longitude beyond ±180 (D32).
   * @default false
   */
  readonly strictCoordinates?: boolean | undefined;
  /**
   * Whether members that SPEC section 2 does not name are refused (D29).
   * @default 'reject'
   */
  readonly unknownMembers?: 'reject' | 'ignore' | undefined;
  /**
   * Whether a record without a description omits the member, or has `null` (D28).
   * @default 'omit'
   */
  readonly absentDescription?: 'omit' | 'null' | undefined;
  /**
   * Whether records have entity tags, and conditions on them are kept (D49): `If-Match` and `If-None-Match`. The
   * store needs `exchange`.
   * @default false
   */
  readonly etags?: boolean | undefined;
  /**
   * Called with the cause of every 500 and of every list that fails half-way, and with the request. The cause
   * never reaches the client. What it throws or rejects with is ignored.
   * @default does nothing
   */
  readonly onError?: ((error: unknown, request: LocationRequest) => void) | undefined;
}

/** The options, checked and with their defaults. */
export interface Settings extends ParseRules {
  readonly store: LocationStore;
  readonly baseSegments: readonly string[];
  readonly nullDescription: boolean;
  /** The store, if records have entity tags. */
  readonly exchangeStore: ExchangeStore | undefined;
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

const maxBodyLimit = 2 ** 26;

/** @throws {OptionError} if an option cannot work or is not known. */
export function checkOptions(options: HandlerOptions): Settings {
  const {
    store,
    basePath = '/',
    bodyLimit = 4096,
    strictCoordinates = false,
    unknownMembers = 'reject',
    absentDescription = 'omit',
    etags = false,
    onError,
  } = checkOptionNames(options, [
    'store',
    'basePath',
    'bodyLimit',
    'strictCoordinates',
    'unknownMembers',
    'absentDescription',
    'etags',
    'onError',
  ]);
  const problem = storeProblem(store);
  if (problem) throw new OptionError('store', problem);
  if (!Number.isInteger(bodyLimit) || bodyLimit < 1 || bodyLimit > maxBodyLimit) {
    throw new OptionError('bodyLimit', `a whole number from 1 to ${maxBodyLimit}`);
  }
  checkOptionTypes('boolean', { strictCoordinates, etags });
  if (etags && typeof store.exchange !== 'function') {
    throw new OptionError('etags', 'false, since the store has no method "exchange"');
  }
  checkOptionTypes('function', { onError });
  if (unknownMembers !== 'reject' && unknownMembers !== 'ignore') {
    throw new OptionError('unknownMembers', "'reject' or 'ignore'");
  }
  if (absentDescription !== 'omit' && absentDescription !== 'null') {
    throw new OptionError('absentDescription', "'omit' or 'null'");
  }
  return {
    store,
    baseSegments: parseBasePath(basePath),
    bodyLimit,
    strictCoordinates,
    ignoreUnknownMembers: unknownMembers === 'ignore',
    nullDescription: absentDescription === 'null',
    exchangeStore: etags ? (store as ExchangeStore) : undefined,
    onError: async (error, request) => {
      // A hook that throws or rejects must neither change a response nor end the process.
      try {
        await onError?.(error, request);
      } catch {}
    },
  };
}

/** Fails to compile if the list of names lacks an option of the type. */
type NoneLeftOut<Options, Name> = [keyof Options] extends [Name]
  ? unknown
  : { readonly missing: Exclude<keyof Options, Name> };

/**
 * Checks the names of options, not their values, and returns the options, or an empty object for `undefined`.
 * It compiles only if `names` lists all options of the type.
 *
 * @throws {InvalidArgumentError} if `options` is not an object, or `names` is not an array.
 * @throws {OptionError} about a name that is not in the list: a typo such as `strictCordinates` would
 * otherwise go unnoticed.
 *
 * @example
 * const { idleTimeout = 120_000 } = checkOptionNames(options, ['idleTimeout']);
 */
export function checkOptionNames<Options extends object, const Name extends keyof Options & string>(
  options: Options | undefined = {} as Options,
  names: readonly Name[] & NoneLeftOut<Options, Name>,
): Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new InvalidArgumentError('options', 'an object');
  }
  if (!Array.isArray(names)) throw new InvalidArgumentError('names', 'an array');
  const known: readonly string[] = names;
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new OptionError(unknown, { known });
  return options;
}

const optionTypes = {
  boolean: 'true or false',
  function: 'a function',
  string: 'a string',
  signal: 'an AbortSignal',
} as const;

/**
 * Checks that each of these options is `undefined` or of a type; `signal` means an `AbortSignal`.
 *
 * @throws {OptionError} about the first option of another type.
 * @throws {InvalidArgumentError} if `type` is not known, or `options` is not an object.
 *
 * @example
 * checkOptionTypes('function', { onFailure, onProgress });
 */
export function checkOptionTypes(
  type: keyof typeof optionTypes,
  options: Readonly<Record<string, unknown>>,
): void {
  const expected = optionTypes[type];
  if (expected === undefined) throw new InvalidArgumentError('type', 'a known type');
  if (typeof options !== 'object' || options === null) throw new InvalidArgumentError('options', 'an object');
  for (const [name, value] of Object.entries(options)) {
    const isOfType = type === 'signal' ? isSignal(value) : typeof value === type;
    if (value !== undefined && !isOfType) throw new OptionError(name, expected);
  }
}

/** Signals of other realms, such as jsdom's, are instances of another class. */
function isSignal(value: unknown): boolean {
  return typeof (value as { readonly addEventListener?: unknown } | null)?.addEventListener === 'function';
}

const storeMethods = ['get', 'put', 'replace', 'delete', 'list'] as const;

/** Says what a value must be if it is not a store. All methods are checked, since a `Map` also has `get`. */
function storeProblem(value: unknown): string | undefined {
  const missing = storeMethods.find((name) => typeof (value as LocationStore | null)?.[name] !== 'function');
  return missing && `a LocationStore with a method "${missing}", not a function, promise or spread`;
}
