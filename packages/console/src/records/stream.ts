import type { LocationRecord, LocationRequest, LocationResponse } from '@location-records/core';
import { stringifyRecords } from '@location-records/formats';
import type { Settings } from '../options.ts';
import type { Format } from './formats.ts';
import { distanceBetween } from './globe.ts';
import { findWithinRadius } from './near-page.ts';
import type { NearQuery, RecordsRequest } from './query.ts';
import { readPage } from './read-page.ts';
import { PassedOnError, parameterFault } from './request-fault.ts';
import { foundResponse } from './responses.ts';
import { eventLoopTurn, sliceLength, Work } from './work.ts';

/** Records of a box that a stream reads at once. */
const batchLength = 256;

interface StreamSettings extends Pick<Settings, 'store' | 'limits'> {
  readonly signal: AbortSignal | undefined;
}

type Batch = readonly LocationRecord[];

/**
 * Responds with all records of a query, or those after a cursor, piece by piece: whole, with its length, if
 * there is only one piece. The client decides how fast the store is read, so only the first piece counts as a
 * search. A later piece that fails breaks the response off (D40).
 *
 * @throws {RequestFault} if a query cannot be served as a stream. Errors before the first piece are thrown,
 * too.
 */
export async function streamResponse(
  asked: RecordsRequest,
  format: Format,
  { store, limits, searches, onError }: Settings,
  request: LocationRequest,
): Promise<LocationResponse> {
  const { query, cursor } = asked;
  const { signal } = request;
  if (asked.limit === 'all' && cursor !== undefined) {
    throw parameterFault('cursor', 'not be used with "limit=all"');
  }
  let areAllRead = false;
  const batches = watch(batchesOf(asked, { store, limits, signal }), () => {
    areAllRead = true;
  });
  const distanceOf =
    query.kind === 'near'
      ? ([, { coordinates }]: LocationRecord) => distanceBetween(query, coordinates)
      : undefined;
  const pieces = stringifyRecords(batches, { format: format.name, distanceOf });
  const { value: first = '' } = await searches.run(signal, () => pieces.next());
  if (areAllRead) return foundResponse(format, first);
  const body = withFirst(first, pieces, (error) => onError(error, request));
  // Started, so that `return` releases what the store holds before a piece is read, too.
  await body.next();
  return foundResponse(format, body);
}

function batchesOf(asked: RecordsRequest, settings: StreamSettings): AsyncIterable<Batch> {
  if (asked.query.kind === 'near') return readCircle(asked.query, asked, settings);
  // The whole collection is the list of the service.
  const isWhole = asked.canonical === '' && asked.cursor === undefined;
  return isWhole ? inSlices(settings.store.list()) : readPages(asked, settings);
}

/** Gives the event loop its turns: the store may have all of a list at hand. */
async function* inSlices(batches: AsyncIterable<Batch> | Iterable<Batch>): AsyncGenerator<Batch, undefined> {
  let sinceTurn = 0;
  for await (const batch of batches) {
    yield batch;
    sinceTurn += batch.length;
    if (sinceTurn < sliceLength) continue;
    sinceTurn = 0;
    await eventLoopTurn();
  }
}

/** All records within a radius, which are sorted before the first is sent. */
async function* readCircle(
  query: NearQuery,
  { canonical, cursor }: RecordsRequest,
  { store, limits, signal }: StreamSettings,
): AsyncGenerator<Batch, undefined> {
  if (query.radius === undefined) {
    throw parameterFault('limit', 'be a number when "near" is used without "radius"');
  }
  const found = await findWithinRadius(query, { store, work: new Work(limits, signal), canonical, cursor });
  const records = found.map(({ record }) => record);
  const count = Math.ceil(records.length / sliceLength);
  yield* inSlices(
    Array.from({ length: count }, (_, index) =>
      records.slice(index * sliceLength, (index + 1) * sliceLength),
    ),
  );
}

async function* readPages(
  asked: RecordsRequest,
  { store, limits, signal }: StreamSettings,
): AsyncGenerator<Batch, undefined> {
  // The client decides how long it reads, so only the turns of the event loop matter.
  const unlimited = { maxCandidates: Number.POSITIVE_INFINITY, maxDuration: Number.POSITIVE_INFINITY };
  const work = new Work({ ...limits, ...unlimited }, signal);
  let { cursor } = asked;
  do {
    const { records, next } = await readPage(asked, { store, cursor, limit: batchLength, work });
    yield records.map(({ record }) => record);
    cursor = next;
  } while (cursor !== undefined);
}

async function* watch(batches: AsyncIterable<Batch>, onEnd: () => void): AsyncGenerator<Batch, undefined> {
  yield* batches;
  onEnd();
}

/** All pieces, behind an empty one at which the body is begun. */
export async function* withFirst(
  first: string,
  rest: AsyncGenerator<string, undefined>,
  onError: (error: unknown) => void,
): AsyncGenerator<string, undefined> {
  const read = () =>
    rest.next().catch((error) => {
      if (error instanceof PassedOnError) throw error.cause;
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
