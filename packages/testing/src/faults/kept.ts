import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';

/** Where something breaks off. */
export interface BreakOptions {
  /**
   * Behind how many characters of a body, or records of a list; the last one is never among them.
   * @default half of them
   */
  readonly after?: number | undefined;
}

/**
 * How many of so many are there before something breaks off.
 *
 * @throws {OptionError} at once, when there is another option, or `after` is no number of things.
 */
export function createKept(options: BreakOptions | undefined): (count: number) => number {
  const { after } = checkOptionNames(options, ['after']);
  if (after === undefined) return (count) => Math.floor(count / 2);
  if (!Number.isInteger(after) || after < 0) throw new OptionError('after', 'a whole number from 0');
  return (count) => Math.max(0, Math.min(after, count - 1));
}
