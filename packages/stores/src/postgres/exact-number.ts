/**
 * The SQL of a number, to be read with {@link readNumber}: all its bits. As text it would be rounded where somebody
 * has set `extra_float_digits`.
 */
export function exactNumber(column: string): string {
  return `encode(float8send(${column}), 'hex')`;
}

/** The number that {@link exactNumber} gave, `-0` as `0`. */
export function readNumber(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE(0) + 0;
}
