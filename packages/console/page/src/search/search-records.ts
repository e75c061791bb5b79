import type { Api, Box, LocationRecord } from '../api.ts';
import { matchWords } from './match-words.ts';
import type { StreamOptions } from './stream-records.ts';

/** How many records a search finds at most. */
export const maxHits = 100;

/** How far a search has come. */
export interface SearchProgress {
  /** The record with exactly this identifier, those in view, and then the others. */
  readonly hits: readonly LocationRecord[];
  /** How many records were looked at. */
  readonly searched: number;
  readonly isDone: boolean;
}

/** What a search reads from. */
interface SearchOptions {
  readonly api: Pick<Api, 'read'>;
  readonly stream: (options: Omit<StreamOptions, 'service'>) => AsyncIterable<readonly LocationRecord[]>;
  /** What is in view; `undefined` is the whole world. */
  readonly box: Box | undefined;
  readonly signal: AbortSignal;
}

/**
 * Looks for a record with an identifier, and for records with words. It tells how far it is after each batch,
 * and ends at {@link maxHits} or when it is aborted.
 *
 * @throws {Error} with a message for people, when the records cannot be read.
 */
export async function* searchRecords(text: string, options: SearchOptions): AsyncGenerator<SearchProgress> {
  const { api, stream, box, signal } = options;
  const hits = new Map<string, LocationRecord>();
  let searched = 0;
  const progress = (isDone: boolean) => ({ hits: [...hits.values()], searched, isDone });

  const exact = await api.read(text);
  if (signal.aborted) return;
  // An identifier that cannot be sent is not an exact one, and the words may be found.
  if (exact.kind === 'done' && exact.value) hits.set(text, exact.value);
  yield progress(false);

  const matches = matchWords(text);
  const passes = box ? [box, undefined] : [undefined];
  for (const area of passes) {
    const isWhole = area === undefined;
    for await (const records of stream({ box: area, signal })) {
      if (signal.aborted) return;
      // Records in view are among all records once more.
      if (isWhole) searched += records.length;
      for (const record of records) {
        if (hits.size < maxHits && matches(record)) hits.set(record.id, record);
      }
      if (hits.size === maxHits) break;
      yield progress(false);
    }
    if (hits.size === maxHits) break;
  }
  if (!signal.aborted) yield progress(true);
}
