import type { BoundValue } from './database.ts';

const encoder = new TextEncoder();
// A leading U+FEFF is text like any other.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true });

/** The SQL of a text parameter that is bound with {@link bindText}. */
export const textParameter = 'CAST(? AS TEXT)';

/** The SQL of a text column that is read with {@link readText}. */
export function textColumn(name: string): string {
  return `CASE WHEN instr(CAST(${name} AS BLOB), x'00') THEN CAST(${name} AS BLOB) ELSE ${name} END AS ${name}`;
}

/** The same, with all text as bytes. */
export function byteColumn(name: string): string {
  return `CAST(${name} AS BLOB) AS ${name}`;
}

/** Text as it is bound: some engines cut a string at NUL, but none cuts bytes. */
export function bindText(text: string): BoundValue {
  return text.includes('\0') ? encoder.encode(text) : text;
}

/**
 * Whether engines may have put U+FFFD in the place of what is not UTF-8. Only {@link byteColumn} can tell.
 */
export function isDoubtful(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

/**
 * Text as it is read: some engines cut text at NUL here as well, so such text comes as bytes. `undefined` when
 * the bytes, which only another program can have written, are not UTF-8.
 */
export function readText(value: string | Uint8Array): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return decoder.decode(value);
  } catch {
    return undefined;
  }
}
