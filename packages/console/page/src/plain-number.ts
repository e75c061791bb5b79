/**
 * Writes a number with every digit, and a small one without an exponent. Parsing it returns the same number.
 */
export function plainNumber(number: number): string {
  const text = String(number);
  const [, sign, first, digits = '', exponent] = /^(-?)(\d)(?:\.(\d+))?e-(\d+)$/.exec(text) ?? [];
  return exponent === undefined ? text : `${sign}0.${'0'.repeat(Number(exponent) - 1)}${first}${digits}`;
}
