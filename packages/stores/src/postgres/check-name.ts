import { OptionError } from '@location-records/core';

/** Bytes. PostgreSQL cuts longer names without a word, so that two of them may be one. */
const longest = 63;

/**
 * Checks the name of a schema or a table.
 *
 * @throws {OptionError} when PostgreSQL would have no such name, or another.
 */
export function checkName(option: string, name: unknown): void {
  const isName = typeof name === 'string' && name !== '' && name.isWellFormed() && !name.includes('\0');
  if (!isName || Buffer.byteLength(name) > longest) {
    throw new OptionError(option, `a name of 1 to ${longest} bytes in UTF-8, without NUL`);
  }
}
