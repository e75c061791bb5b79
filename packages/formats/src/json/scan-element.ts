import type { ElementKind } from './element-kind.ts';
import { type JsonCursor, openingLength, tooLong } from './json-cursor.ts';
import { broken, cut } from './value-scanner.ts';

/** An element of this length is looked at: it may have swallowed the next ones. */
export const suspiciousLength = 2 ** 12;

/** The element has swallowed the next one. */
export const swallowing = -4;

/**
 * Scans the element at the cursor, with more bytes where they are needed.
 *
 * @returns the offset behind the element, or why there is none: `cut`, `broken`, `tooLong` or {@link swallowing}.
 */
export async function scanElement(
  cursor: JsonCursor,
  { part, swallowed, bracketed }: ElementKind,
  maxRecordLength: number,
): Promise<number> {
  const start = cursor.position;
  let limit = start + suspiciousLength;
  let end = cursor.scan(part, limit);
  while (end === cut) {
    const length = cursor.scanned - start;
    if (cursor.scanned >= limit) {
      if (cursor.find(swallowed, start, start + 1, cursor.scanned) !== undefined) return swallowing;
      limit = start + 2 * length;
    }
    if (length > maxRecordLength) return tooLong;
    if (cursor.scanned === cursor.window.end) {
      cursor.window.release(start);
      if (!(await cursor.window.more())) return cut;
    }
    end = cursor.scanOn(limit);
  }
  // The beginning of the next element is looked for here, and may be cut.
  if (end === broken) await cursor.load(cursor.scanned + openingLength);
  if (end < 0 || bracketed === undefined) return end;
  return cursor.find(bracketed, start, start + 1, end) === undefined ? end : swallowing;
}
