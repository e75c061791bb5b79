import type { Feature, Point } from 'geojson';
import {
  type Api,
  type Box,
  errorMessage,
  type LocationRecord,
  readInTurn,
  recordOfFeature,
  recordsUrl,
  unreachable,
} from '../api.ts';
import { wordsOf } from './folded-text.ts';

export const maxHits = 100;

export interface SearchProgress {
  /** The record with exactly this identifier, those in view, and then the others. */
  readonly hits: readonly LocationRecord[];
  readonly isDone: boolean;
}

interface SearchOptions {
  readonly api: Pick<Api, 'read'>;
  readonly service: URL;
  /** What is in view; `undefined` is the whole world. */
  readonly box: Box | undefined;
  readonly signal: AbortSignal;
  /** @default the `fetch` of the page */
  readonly send?: typeof fetch;
}

/**
 * Looks for a record with an identifier, and lets the service look for records with words. It tells how far
 * it is after each piece of the network, and ends at {@link maxHits} or when it is aborted.
 *
 * @throws {Error} with a message for people, when the service refuses or cannot be reached.
 */
export async function* searchRecords(text: string, options: SearchOptions): AsyncGenerator<SearchProgress> {
  const { api, box, signal } = options;
  const hits = new Map<string, LocationRecord>();
  const progress = (isDone: boolean) => ({ hits: [...hits.values()].slice(0, maxHits), isDone });

  const exact = await api.read(text);
  if (signal.aborted) return;
  // An identifier that cannot be sent is not an exact one, and the words may be found.
  if (exact.kind === 'done' && exact.value) hits.set(text, exact.value);
  yield progress(false);

  const words = wordsOf(text).join(' ');
  for (const area of words === '' ? [] : box ? [box, undefined] : [undefined]) {
    for await (const records of findWords(words, area, options)) {
      if (signal.aborted) return;
      for (const record of records) hits.set(record.id, record);
      yield progress(false);
    }
    if (hits.size >= maxHits) break;
  }
  if (!signal.aborted) yield progress(true);
}

class RefusedError extends Error {}

/** Reads what the service finds, a batch for each piece of the network. An aborted read ends. */
async function* findWords(
  words: string,
  box: Box | undefined,
  { service, signal, send = (input, init) => fetch(input, init) }: SearchOptions,
): AsyncGenerator<LocationRecord[]> {
  const url = recordsUrl(service, box, { q: words, limit: String(maxHits), f: 'ndjson' });
  try {
    const response = await readInTurn(send, url, { cache: 'no-store', signal });
    if (!response.ok) throw new RefusedError(errorMessage(response.status, await response.text()));
    if (response.body) yield* readLines(response.body);
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof RefusedError ? error : new Error(unreachable, { cause: error });
  }
}

async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<LocationRecord[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + decoder.decode(value, { stream: !done })).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      const records = lines
        .filter((line) => line !== '')
        .map((line) => recordOfFeature(JSON.parse(line) as Feature<Point>));
      if (records.length > 0) yield records;
      if (done) return;
    }
  } finally {
    // A stream that has failed cannot be cancelled, which is no further failure.
    await reader.cancel().catch(() => {});
  }
}
