import { checkOptionTypes, storeProblem } from './check-values.ts';
import { InvalidArgumentError, OptionError } from './errors.ts';
import { ignoringFailures } from './ignoring-failures.ts';
import type { LocationRequest } from './request.ts';
import { parseBasePath } from './route.ts';
import type { LocationStore } from './store.ts';

/** Options of {@link createHandler}. */
export interface HandlerOptions {
  /** Where the records live. The handler never closes it. */
  readonly store: LocationStore;
  /**
   * The path below which the service lives, percent-encoded as in a URL. It matches whole segments, and both `/base`
   * and `/base/` are the root (D11). Leave it out where the host already strips its mount point.
   * @default '/'
   */
  readonly basePath?: string | undefined;
  /**
   * How many characters (Unicode code points) of a body are read (SPEC section 8): a whole number from 1 to 67,108,864.
   * @default 4096
   */
  readonly bodyLimit?: number | undefined;
  /**
   * Refuses a latitude beyond ±90 and a longitude beyond ±180 (D32).
   * @default false
   */
  readonly strictCoordinates?: boolean | undefined;
  /**
   * What happens to members that SPEC section 2 does not name (D29).
   * @default 'reject'
   */
  readonly unknownMembers?: 'reject' | 'ignore' | undefined;
  /**
   * How a record without a description is written: without the member, or with `null` (D28).
   * @default 'omit'
   */
  readonly absentDescription?: 'omit' | 'null' | undefined;
  /**
   * Called with the cause of every 500 and of every list that failed half-way, and with the request. The cause never
   * reaches the client. An error that it throws is ignored.
   * @default does nothing
   */
  readonly onError?: ((error: unknown, request: LocationRequest) => void) | undefined;
}

/** The options, checked and with their defaults. */
export interface Settings {
  readonly store: LocationStore;
  readonly baseSegments: readonly string[];
  readonly bodyLimit: number;
  readonly strictCoordinates: boolean;
  readonly ignoreUnknownMembers: boolean;
  readonly nullDescription: boolean;
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

const maxBodyLimit = 2 ** 26;

const names = [
  'store',
  'basePath',
  'bodyLimit',
  'strictCoordinates',
  'unknownMembers',
  'absentDescription',
  'onError',
] as const;

/** @throws {OptionError} when an option cannot work or is not known. */
export function checkOptions(options: HandlerOptions): Settings {
  const {
    store,
    basePath = '/',
    bodyLimit = 4096,
    strictCoordinates = false,
    unknownMembers = 'reject',
    absentDescription = 'omit',
    onError,
  } = checkOptionNames(options, names);
  const problem = storeProblem(store);
  if (problem) throw new OptionError('store', problem);
  if (!Number.isInteger(bodyLimit) || bodyLimit < 1 || bodyLimit > maxBodyLimit) {
    throw new OptionError('bodyLimit', `a whole number from 1 to ${maxBodyLimit}`);
  }
  checkOptionTypes('boolean', { strictCoordinates });
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
    onError: ignoringFailures(onError),
  };
}

/** Makes it a compile error when the list of names lacks an option of the type. */
type NoneLeftOut<Options, Name> = [keyof Options] extends [Name]
  ? unknown
  : { readonly missing: Exclude<keyof Options, Name> };

/**
 * Checks the names of options, and returns the options, or an empty object where there are none. Values are not
 * checked. The compiler demands that `names` lists all options of the type.
 *
 * @throws {InvalidArgumentError} when `options` is not an object, is an array, a promise or a store, or `names` is not an array.
 * @throws {OptionError} when it has a name that is not in the list: a slip such as `strictCordinates` would otherwise
 * have no effect, and go unnoticed.
 *
 * @example
 * const { idleTimeout = 120_000 } = checkOptionNames(options, ['idleTimeout']);
 */
export function checkOptionNames<Options extends object, const Name extends keyof Options & string>(
  options: Options | undefined = {} as Options,
  names: readonly Name[] & NoneLeftOut<Options, Name>,
): Options {
  if (typeof options !== 'object' || options === null || Array.isArray(options) || 'then' in options)
    throw new InvalidArgumentError('options', 'an object, not an array or a promise');
  if (!storeProblem(options)) throw new InvalidArgumentError('options', 'options; this is a store');
  if (!Array.isArray(names)) throw new InvalidArgumentError('names', 'an array');
  const known: readonly string[] = names;
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) throw new OptionError(unknown, { known });
  return options;
}
