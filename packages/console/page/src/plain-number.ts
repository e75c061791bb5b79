/**
 * A number with every digit, as people write it: without an exponent where it is small. Reading it gives the
 * same number.
 */
export function plainNumber(number: number): string {
  const text = String(number);
  const [, sign, first, digits = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return exponent === undefined ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${digits}`;
}
