import type { LocationRequest, LocationResponse } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { negotiateFormat } from './accept.ts';
import { readBoxPage } from './box-page.ts';
import { checkRadius, readNearPage } from './near-page.ts';
import { maxLimit, parseRecordsRequest, type RecordsRequest } from './query.ts';
import { pageResponse, streamResponse } from './responses.ts';
import type { FoundPage } from './search.ts';
import { Work, type WorkLimits } from './work.ts';

/** What `/-/records` works with. */
export interface RecordsSettings {
  readonly store: AreaStore;
  readonly limits: WorkLimits;
  readonly onError: (error: unknown, request: LocationRequest) => void;
}

const defaultLimit = 100;

/**
 * How many records of a box are in a piece of a stream. Those near a point come in the largest pages, since each page
 * also looks at some records beside its ring.
 */
const pieceLength = 256;

/**
 * Responds to GET of `/-/records` (D48).
 *
 * @throws {RequestFault} when the request cannot be served as it stands.
 */
export async function respondWithRecords(
  request: LocationRequest,
  { store, limits, onError }: RecordsSettings,
): Promise<LocationResponse> {
  const asked = parseRecordsRequest(request.target);
  const { query, cursor, limit = defaultLimit } = asked;
  const format = asked.format ?? negotiateFormat(request.headers.accept);
  if (format.name !== 'ndjson' || !isStreamed(asked)) {
    return pageResponse(asked, format, await readPage(store, asked, cursor, limit, new Work(limits)));
  }
  if (query.kind === 'near') await checkRadius(store, query, new Work(limits));
  // The client decides how fast it reads, so only the turns of the event loop matter.
  const work = new Work({
    ...limits,
    maxCandidates: Number.POSITIVE_INFINITY,
    maxDuration: Number.POSITIVE_INFINITY,
  });
  const length = query.kind === 'near' ? maxLimit : pieceLength;
  const readNext = (next: string | undefined) => readPage(store, asked, next, length, work);
  return streamResponse(await readNext(cursor), readNext, (error) => onError(error, request));
}

/** Whether lines without a limit are all of the query. The nearest at any distance are always a page. */
function isStreamed({ query, limit }: RecordsRequest): boolean {
  return limit === undefined && (query.kind === 'boxes' || query.radius !== undefined);
}

function readPage(
  store: AreaStore,
  { query, canonical }: RecordsRequest,
  cursor: string | undefined,
  limit: number,
  work: Work,
): Promise<FoundPage> {
  const page = { store, canonical, cursor, limit, work };
  return query.kind === 'near' ? readNearPage(query, page) : readBoxPage(query, page);
}
