import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import type { CaseRequest } from '../http/service.ts';

/** How far a search has come. */
export interface DiffProgress {
  /** How many calls each service was sent, without the calls of shrinking. */
  readonly calls: number;
  /** How many sequences were tried since a difference was found, to show it in fewer calls; 0 before that. */
  readonly shrinks: number;
}

/** Options of {@link diffServices}. */
export interface DiffOptions {
  /**
   * An integer from 0 to 4,294,967,295: the same seed gives the same calls. Identifiers are new ones every time.
   * @default a new one every time
   */
  readonly seed?: number | undefined;
  /**
   * How many calls each service is sent, unless a difference shows before.
   * @default 2000
   */
  readonly calls?: number | undefined;
  /**
   * Whether the entries of a list have to come in the same order. The order is the store's own (SPEC 4.7), so that
   * two services that keep their records differently are both right.
   * @default 'any'
   */
  readonly listOrder?: 'any' | 'same' | undefined;
  /**
   * Compares lists as a whole, with their length: for two services that hold no records and have no other clients.
   * Without it only the entries of the records that the search made are compared.
   * @default false
   */
  readonly wholeLists?: boolean | undefined;
  /**
   * Names the requests that are not sent, such as those that show a difference which is known already. The identifier
   * of a record begins with `diff-identifier`.
   * @default none
   */
  readonly leaveOut?: ((request: CaseRequest) => boolean) | undefined;
  /** Told after every sequence. */
  readonly onProgress?: ((progress: DiffProgress) => void) | undefined;
  /** Gives up. The records that were made are removed all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** Options that are all there, and can work. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Puts the defaults in place.
 *
 * @throws {OptionError} when a value cannot work, or an option is not known.
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
  return { seed, calls, listOrder, wholeLists, leaveOut, onProgress, signal };
}

/** A seed that was not used before, as far as chance goes. */
export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] as number;
}

function isIn(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
