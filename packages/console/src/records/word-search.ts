import type { LocationRecord, LocationRequest, LocationResponse } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { stringifyFeature } from '@location-records/formats';
import type { Settings } from '../options.ts';
import type { Format } from './formats.ts';
import type { BoxQuery, RecordsRequest } from './query.ts';
import { foundResponse, pageResponse } from './responses.ts';
import { type Searches, throwIfLeft } from './searches.ts';
import { withFirst } from './stream.ts';
import { matcherOf } from './words.ts';
import { eventLoopTurn } from './work.ts';

/** A query for words, of all records or those of some boxes. */
export interface WordQuery extends RecordsRequest {
  readonly query: BoxQuery;
  readonly words: readonly [string, ...string[]];
  /** The search ends when it has found this many. */
  readonly limit: number;
}

type Batches = AsyncIterable<readonly LocationRecord[]>;

/** What each line begins with. Other formats come when the search has ended. */
const lineBegins: Readonly<Partial<Record<Format['name'], string>>> = { ndjson: '', geojsonseq: '\x1e' };

/**
 * Responds with the records that have all words, in the order of the store: line by line as they are found, or
 * on one page. Reads all records until it has enough, since nothing keeps their words.
 *
 * @throws {RequestFault} 503, when too many such searches wait already.
 */
export async function respondWithWords(
  asked: WordQuery,
  format: Format,
  { store, limits, wordSearches, onError }: Settings,
  request: LocationRequest,
): Promise<LocationResponse> {
  const { signal } = request;
  const found = find(asked, { store, now: limits.now, signal });
  const lineBegin = lineBegins[format.name];
  if (lineBegin === undefined) {
    return wordSearches.run(signal, async () => {
      const records = [];
      for await (const some of found) for (const record of some) records.push({ record });
      return pageResponse(asked, format, { records, next: undefined, limitedBy: undefined });
    });
  }
  const lines = piecewise(linesOf(found, lineBegin), wordSearches, signal);
  const first = await lines.next();
  if (first.done) return foundResponse(format, '');
  const body = withFirst(first.value, lines, (error) => onError(error, request));
  // Started, so that `return` ends the search before a piece is read, too.
  await body.next();
  // Whatever compresses on the way would hold the first lines back.
  return foundResponse(format, body, { 'Cache-Control': 'no-transform' });
}

interface FindSettings {
  readonly store: AreaStore;
  readonly now: () => number;
  readonly signal: AbortSignal | undefined;
}

/** After this many milliseconds of work, others have their turn. */
const sliceTime = 2;

async function* find(
  { query, canonical, words, limit }: WordQuery,
  { store, now, signal }: FindSettings,
): AsyncGenerator<readonly LocationRecord[], undefined> {
  const hasWords = matcherOf(words);
  let wanted = limit;
  let begin = now();
  for await (const batch of canonical === '' ? store.list() : recordsIn(query, store)) {
    throwIfLeft(signal);
    const found = batch.filter(hasWords).slice(0, wanted);
    if (found.length > 0) yield found;
    wanted -= found.length;
    if (wanted === 0) return;
    if (now() - begin < sliceTime) continue;
    await ownTurn();
    begin = now();
  }
}

/** As many as in a batch of a list. */
const batchLength = 256;

async function* recordsIn({ boxes }: BoxQuery, store: AreaStore): Batches {
  for (const box of boxes) {
    for (let after: Parameters<AreaStore['within']>[1]['after']; ; ) {
      const { records, next } = await store.within(box, { after, limit: batchLength });
      yield records;
      if (!next) break;
      after = next;
    }
  }
}

let lastTurn = Promise.resolve();

/** Resolves in a turn of the event loop that no other search for words has. */
function ownTurn(): Promise<void> {
  lastTurn = lastTurn.then(eventLoopTurn);
  return lastTurn;
}

async function* linesOf(found: Batches, begin: string): AsyncGenerator<string, undefined> {
  for await (const records of found) {
    yield records.map((record) => `${begin}${stringifyFeature(record)}\n`).join('');
  }
}

/** Searches for each piece in its turn, so that a client that reads slowly is in nobody's way. */
async function* piecewise(
  pieces: AsyncGenerator<string, undefined>,
  searches: Searches,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, undefined> {
  try {
    for (let isBegun = false; ; isBegun = true) {
      const piece = await searches.run(signal, () => pieces.next(), isBegun);
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    await pieces.return(undefined);
  }
}
