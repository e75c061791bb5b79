import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { CaseRequest } from '../http/service.ts';

/** The progress of a search. */
export interface DiffProgress {
  /** The number of calls made to each service, without the calls of shrinking. */
  readonly calls: number;
  /** The number of kinds of differences found. Another notation counts only with `notation: 'same'`. */
  readonly differences: number;
  /** The number of sequences tried to shrink the differences; 0 until all calls are made. */
  readonly shrinks: number;
}

/** Options of {@link diffServices}. */
export interface DiffOptions {
  /**
   * An integer from 0 to 4,294,967,295. The same seed gives the same calls, but with new identifiers.
   * @default a random seed
   */
  readonly seed?: number | undefined;
  /**
   * The number of calls made to each service, unless the search ends earlier.
   * @default 2000
   */
  readonly calls?: number | undefined;
  /**
   * The search ends at the first difference.
   * @default false
   */
  readonly endAtFirst?: boolean | undefined;
  /**
   * The number of differences that are shortened and returned, the most important ones, each of another kind.
   * @default 10
   */
  readonly maxDifferences?: number | undefined;
  /**
   * How long the search for differences goes on, in milliseconds. A call under way is finished.
   * @default until all calls are made
   */
  readonly maxTime?: number | undefined;
  /**
   * How long the calls of each difference are shortened, in milliseconds. 0 shows them as they were found.
   * @default 5000
   */
  readonly maxShrinkTime?: number | undefined;
  /**
   * Whether lists must have the same order. Each store decides its order (SPEC 4.7), so two correct services can
   * differ.
   * @default 'any'
   */
  readonly listOrder?: 'any' | 'same' | undefined;
  /**
   * Compares whole lists and their length, for two empty services without other clients. Otherwise only the entries of
   * records that the search created are compared.
   * @default false
   */
  readonly wholeLists?: boolean | undefined;
  /**
   * Whether bodies with equal values of JSON must be the same bytes. With `'any'`, other white space, another order of
   * members and other texts of numbers are told once as `notation`, and are not a difference.
   * @default 'any'
   */
  readonly notation?: 'any' | 'same' | undefined;
  /**
   * Returns `true` for requests that are not sent, such as those that show a known difference. The identifiers of
   * records begin with `diff-identifier`.
   * @default none
   */
  readonly leaveOut?: ((request: CaseRequest) => boolean) | undefined;
  /**
   * Called after every sequence.
   * @default none
   */
  readonly onProgress?: ((progress: DiffProgress) => void) | undefined;
  /**
   * Ends the search early. The created records are still removed.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** Valid options, with all defaults. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options, and adds the defaults.
 *
 * @throws {OptionError} when an option is not valid.
 */
export function checkOptions(options: DiffOptions | undefined) {
  const {
    seed = newSeed(),
    calls = 2000,
    endAtFirst = false,
    maxDifferences = 10,
    maxTime = Number.POSITIVE_INFINITY,
    maxShrinkTime = 5000,
    listOrder = 'any',
    wholeLists = false,
    notation = 'any',
    leaveOut = () => false,
    onProgress = () => {},
    signal,
  } = checkOptionNames(options, [
    'seed',
    'calls',
    'endAtFirst',
    'maxDifferences',
    'maxTime',
    'maxShrinkTime',
    'listOrder',
    'wholeLists',
    'notation',
    'leaveOut',
    'onProgress',
    'signal',
  ]);
  if (!isIn(seed, 0, 2 ** 32 - 1)) throw new OptionError('seed', 'an integer from 0 to 4294967295');
  if (!isIn(calls, 1, 2 ** 31)) throw new OptionError('calls', 'an integer from 1 to 2147483648');
  if (!isIn(maxDifferences, 1, 100)) throw new OptionError('maxDifferences', 'an integer from 1 to 100');
  if (!(typeof maxTime === 'number' && maxTime > 0)) {
    throw new OptionError('maxTime', 'a number of milliseconds above 0');
  }
  if (!(typeof maxShrinkTime === 'number' && maxShrinkTime >= 0)) {
    throw new OptionError('maxShrinkTime', 'a number of milliseconds, 0 or more');
  }
  for (const [name, value] of Object.entries({ listOrder, notation })) {
    if (value !== 'any' && value !== 'same') throw new OptionError(name, '"any" or "same"');
  }
  checkOptionTypes('boolean', { endAtFirst, wholeLists });
  checkOptionTypes('function', { leaveOut, onProgress });
  checkOptionTypes('signal', { signal });
  return {
    seed,
    calls,
    endAtFirst,
    maxDifferences,
    maxTime,
    maxShrinkTime,
    listOrder,
    wholeLists,
    notation,
    leaveOut,
    onProgress,
    signal,
  };
}

/** Returns a random seed. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

function isIn(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
