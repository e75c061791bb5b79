import type { LocationRequest, LocationResponse } from '@location-records/core';
import type { Settings } from '../options.ts';
import { negotiateFormat } from './formats.ts';
import { parseRecordsRequest } from './query.ts';
import { readPage } from './read-page.ts';
import { pageResponse } from './responses.ts';
import { Work } from './work.ts';

/** How many records a page has if the request does not say. */
export const defaultLimit = 100;

/**
 * Responds to GET of `/-/records` (D48).
 *
 * @throws {RequestFault} when the request cannot be served as it stands.
 */
export async function respondWithRecords(
  request: LocationRequest,
  settings: Settings,
): Promise<LocationResponse> {
  const asked = parseRecordsRequest(request.target);
  const format = asked.format ?? negotiateFormat(request.headers.accept);
  const { query, words, cursor } = asked;
  if (words && query.kind === 'boxes') {
    const { respondWithWords } = await import('./word-search.ts');
    // `limit=all` is refused.
    const limit = Number(asked.limit ?? defaultLimit);
    return respondWithWords({ ...asked, query, words, limit }, format, settings, request);
  }
  // The nearest at any distance are always a page.
  const hasEnd = query.kind === 'boxes' || query.radius !== undefined;
  const { limit = format.isStreamed && hasEnd ? 'all' : defaultLimit } = asked;
  if (limit === 'all') {
    const { streamResponse } = await import('./stream.ts');
    return streamResponse(asked, format, settings, request);
  }
  const { store, limits, searches } = settings;
  const { signal } = request;
  const page = await searches.run(signal, () =>
    readPage(asked, { store, cursor, limit, work: new Work(limits, signal) }),
  );
  return pageResponse(asked, format, page);
}
