import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { CaseRequest } from '../http/service.ts';

/** The progress of a search. */
export interface DiffProgress {
  /** The number of calls made to each service, without the calls of shrinking. */
  readonly calls: number;
  /** The number of sequences tried to shrink a difference; 0 until one is found. */
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
   * The number of calls made to each service, unless a difference is found earlier.
   * @default 2000
   */
  readonly calls?: number | undefined;
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
    listOrder = 'any',
    wholeLists = false,
    leaveOut = () => false,
    onProgress = () => {},
    signal,
  } = checkOptionNames(options, [
    'seed',
    'calls',
    'listOrder',
    'wholeLists',
    'leaveOut',
    'onProgress',
    'signal',
  ]);
  if (!isIn(seed, 0, 2 ** 32 - 1)) throw new OptionError('seed', 'an integer from 0 to 4294967295');
  if (!isIn(calls, 1, 2 ** 31)) throw new OptionError('calls', 'an integer from 1 to 2147483648');
  if (listOrder !== 'any' && listOrder !== 'same') {
    throw new OptionError('listOrder', '"any" or "same"');
  }
  checkOptionTypes('boolean', { wholeLists });
  checkOptionTypes('function', { leaveOut, onProgress });
  checkOptionTypes('signal', { signal });
  return { seed, calls, listOrder, wholeLists, leaveOut, onProgress, signal };
}

/** Returns a random seed. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

function isIn(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
