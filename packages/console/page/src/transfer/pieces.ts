import type { ParsedEntry } from '@location-records/formats';

/** How many entries are in a piece, so that its progress is seen. */
const maxEntries = 1000;

/** About how many characters are in a piece: 1 MiB. */
const maxLength = 1_048_576;

/** Characters of a record beside its texts. */
const ownLength = 80;

/**
 * Puts entries together for one request each, with no identifier twice. Entries before an error come before
 * it.
 */
export async function* piecesOf(
  batches: AsyncIterable<readonly ParsedEntry[]>,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  let piece: ParsedEntry[] = [];
  let ids = new Set<string>();
  let length = 0;
  let fault: { readonly error: unknown } | undefined;
  try {
    for await (const entries of batches) {
      for (const entry of entries) {
        const [id, location] = 'record' in entry ? entry.record : [];
        const entryLength = ownLength + (id?.length ?? 0) + (location?.description?.length ?? 0);
        const isFull = piece.length === maxEntries || length + entryLength > maxLength;
        if (piece.length > 0 && (isFull || (id !== undefined && ids.has(id)))) {
          yield piece;
          piece = [];
          ids = new Set();
          length = 0;
        }
        piece.push(entry);
        length += entryLength;
        if (id !== undefined) ids.add(id);
      }
    }
  } catch (error) {
    fault = { error };
  }
  if (piece.length > 0) yield piece;
  if (fault) throw fault.error;
  return undefined;
}
