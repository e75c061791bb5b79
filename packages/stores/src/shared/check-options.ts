import { OptionError } from '@location-records/core';

/** The maximum of a timer, in milliseconds. */
export const maxTimeout = 2_147_483_647;

/** The unit of a number, for the message, and its bounds. */
interface WholeNumber {
  readonly min: number;
  readonly max: number;
  /** Such as `milliseconds`; without it, just a number. */
  readonly of?: string;
}

/**
 * Checks an option that is a whole number.
 *
 * @throws {OptionError} if it is something else, or out of bounds.
 */
export function checkWholeNumber(option: string, value: unknown, { min, max, of }: WholeNumber): void {
  if (Number.isInteger(value) && (value as number) >= min && (value as number) <= max) return;
  const what = of === undefined ? 'a whole number' : `a whole number of ${of}`;
  throw new OptionError(option, `${what} from ${min} to ${max}`);
}
