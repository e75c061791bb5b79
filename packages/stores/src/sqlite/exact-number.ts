/** The SQL of a number parameter that is bound with {@link bindNumber}. */
export const numberParameter = '? / ?';

const scale = 2 ** 1022;

/**
 * A number as it is bound: as a dividend and a divisor, whose quotient is exactly the number, and `0` for `-0`.
 * `@photostructure/sqlite` 1.2 takes a number that lies less than 2^-52 above an integer for that integer
 * (5e-324 for 0, and -0.9999999999999999 for 0 as well), so fractions below 1 are scaled by a power of two.
 */
export function bindNumber(value: number): [dividend: number, divisor: number] {
  return Math.abs(value) < 1 ? [value * scale + 0, scale] : [value, 1];
}
