import type { LocationRecord, LocationResponse } from '@location-records/core';
import { stringifyRecords } from '@location-records/formats';
import type { Format } from './formats.ts';
import { distanceBetween } from './globe.ts';
import { checkRadius } from './near-page.ts';
import { maxLimit, type RecordsRequest } from './query.ts';
import { readPage } from './read-page.ts';
import type { RecordsSettings } from './records-settings.ts';
import { parameterFault } from './request-fault.ts';
import { foundResponse } from './responses.ts';
import { eventLoopTurn, sliceLength, Work } from './work.ts';

/**
 * Records of a box that a stream reads at once. Those near a point come in the largest pages, since each page
 * also reads some records beside its ring.
 */
const batchLength = 256;

type StreamSettings = Pick<RecordsSettings, 'store' | 'limits'>;

type Batch = readonly LocationRecord[];

/**
 * Responds with all records of a query, or those after a cursor, piece by piece: whole, with its length, if
 * there is only one piece. The client decides how fast the store is read.
 *
 * @param onError called with the cause when a later piece fails, which breaks the response off (D40).
 * @throws {RequestFault} if a query cannot be served as a stream. Errors before the first piece are thrown,
 * too.
 */
export async function streamResponse(
  asked: RecordsRequest,
  format: Format,
  settings: StreamSettings,
  onError: (error: unknown) => void,
): Promise<LocationResponse> {
  const { store, limits } = settings;
  const { query, canonical, cursor } = asked;
  if (asked.limit === 'all' && cursor !== undefined) {
    throw parameterFault('cursor', 'come without "limit=all", which is of all records');
  }
  if (query.kind === 'near') {
    if (query.radius === undefined) {
      throw parameterFault('limit', 'be a number where "near" comes without "radius"');
    }
    await checkRadius(store, query, new Work(limits));
  }
  // The whole collection is the list of the service.
  const isWhole = canonical === '' && cursor === undefined;
  let areAllRead = false;
  const batches = watch(isWhole ? readList(settings) : readPages(asked, settings), () => {
    areAllRead = true;
  });
  const distanceOf =
    query.kind === 'near'
      ? ([, { coordinates }]: LocationRecord) => distanceBetween(query, coordinates)
      : undefined;
  const pieces = stringifyRecords(batches, { format: format.name, distanceOf });
  const { value: first = '' } = await pieces.next();
  if (areAllRead) return foundResponse(format, first);
  const body = withFirst(first, pieces, onError);
  // Started, so that `return` releases what the store holds before a piece is read, too.
  await body.next();
  return foundResponse(format, body);
}

/** The list of the service. The store may have all of it at hand, so the event loop has its turns here. */
async function* readList({ store }: StreamSettings): AsyncGenerator<Batch, undefined> {
  let sinceTurn = 0;
  for await (const batch of store.list()) {
    yield batch;
    sinceTurn += batch.length;
    if (sinceTurn < sliceLength) continue;
    sinceTurn = 0;
    await eventLoopTurn();
  }
}

async function* readPages(
  asked: RecordsRequest,
  { store, limits }: StreamSettings,
): AsyncGenerator<Batch, undefined> {
  // The client decides how long it reads, so only the turns of the event loop matter.
  const unlimited = { maxCandidates: Number.POSITIVE_INFINITY, maxDuration: Number.POSITIVE_INFINITY };
  const work = new Work({ ...limits, ...unlimited });
  const length = asked.query.kind === 'near' ? maxLimit : batchLength;
  let { cursor } = asked;
  do {
    const { records, next } = await readPage(store, asked, cursor, length, work);
    yield records.map(({ record }) => record);
    cursor = next;
  } while (cursor !== undefined);
}

async function* watch(batches: AsyncIterable<Batch>, onEnd: () => void): AsyncGenerator<Batch, undefined> {
  yield* batches;
  onEnd();
}

/** All pieces, behind an empty one at which the body is begun. */
async function* withFirst(
  first: string,
  rest: AsyncGenerator<string, undefined>,
  onError: (error: unknown) => void,
): AsyncGenerator<string, undefined> {
  const read = () =>
    rest.next().catch((error) => {
      onError(error);
      throw error;
    });
  try {
    yield '';
    yield first;
    for (let piece = await read(); !piece.done; piece = await read()) yield piece.value;
  } finally {
    // After the client has left, a failure concerns only the owner of the service.
    await rest.return(undefined).catch(onError);
  }
}
