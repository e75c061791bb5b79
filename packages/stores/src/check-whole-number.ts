import { OptionError } from '@location-records/core';

/** What a number counts, for the message, and its bounds. */
export interface WholeNumber {
  readonly least: number;
  readonly most: number;
  /** Such as `milliseconds`; without it, just a number. */
  readonly of?: string;
}

/**
 * Checks an option that is a whole number.
 *
 * @throws {OptionError} when it is something else, or beyond the bounds.
 */
export function checkWholeNumber(option: string, value: unknown, { least, most, of }: WholeNumber): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return;
  const what = of === undefined ? 'a whole number' : `a whole number of ${of}`;
  throw new OptionError(option, `${what} from ${least} to ${most}`);
}
