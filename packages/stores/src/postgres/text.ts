/*
 * PostgreSQL holds any text but NUL. NUL is written as U+0001 U+0001 and U+0001 as U+0001 U+0002, all else as it is:
 * no two texts are written alike, and the order of their bytes stays.
 */

/** Text as it is in the table. */
export function encodeText(text: string): string {
  return text.replaceAll('\u0001', '\u0001\u0002').replaceAll('\0', '\u0001\u0001');
}

/** What text in the table means; `undefined` when it is not written so, which only another program can have done. */
export function decodeText(text: string): string | undefined {
  if (!text.includes('\u0001')) return text;
  const decoded = text.replaceAll('\u0001\u0001', '\0').replaceAll('\u0001\u0002', '\u0001');
  return encodeText(decoded) === text ? decoded : undefined;
}
