import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';

/** Options of {@link diffServices}. */
export interface DiffOptions {
  /**
   * An integer from 0 to 4,294,967,295. The same seed leads to the same requests, with new identifiers.
   * @default a random seed
   */
  readonly seed?: number | undefined;
  /**
   * The number of sequences of up to 40 requests.
   * @default 100
   */
  readonly runs?: number | undefined;
  /**
   * How long the search takes at most, shortening included, in milliseconds.
   * @default 60000
   */
  readonly maxTime?: number | undefined;
  /**
   * The search ends after this number of differences, each of another kind.
   * @default 10
   */
  readonly maxDifferences?: number | undefined;
  /**
   * A null `description` and a missing one are the same.
   * @default false
   */
  readonly nullIsAbsent?: boolean | undefined;
  /**
   * Bodies must be the same bytes, and lists must have the same order.
   * @default false
   */
  readonly exact?: boolean | undefined;
  /**
   * Called after every sequence, with the number of requests sent to each service, and of differences found.
   * @default none
   */
  readonly onProgress?:
    | ((progress: { readonly requests: number; readonly differences: number }) => void)
    | undefined;
  /**
   * Ends the search early. What was found until then is returned, and the records are removed.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

const names = [
  'seed',
  'runs',
  'maxTime',
  'maxDifferences',
  'nullIsAbsent',
  'exact',
  'onProgress',
  'signal',
] as const;

/**
 * Returns the options with all defaults.
 *
 * @throws {OptionError} when an option is not valid.
 */
export function checkOptions(options: DiffOptions | undefined) {
  const {
    seed = crypto.getRandomValues(new Uint32Array(1))[0] as number,
    runs = 100,
    maxTime = 60_000,
    maxDifferences = 10,
    nullIsAbsent = false,
    exact = false,
    onProgress = () => {},
    signal,
  } = checkOptionNames(options, names);
  checkInteger('seed', seed, 0, 2 ** 32 - 1);
  checkInteger('runs', runs, 1, 1_000_000);
  checkInteger('maxTime', maxTime, 1, 2 ** 31 - 1);
  checkInteger('maxDifferences', maxDifferences, 1, 100);
  checkOptionTypes('boolean', { nullIsAbsent, exact });
  checkOptionTypes('function', { onProgress });
  checkOptionTypes('signal', { signal });
  if (exact && nullIsAbsent) throw new OptionError('nullIsAbsent', 'false if "exact" is true');
  return { seed, runs, maxTime, maxDifferences, nullIsAbsent, exact, onProgress, signal };
}

function checkInteger(name: string, value: unknown, min: number, max: number): void {
  const isValid = Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
  if (!isValid) throw new OptionError(name, `an integer from ${min} to ${max}`);
}
