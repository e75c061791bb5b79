import type {
  Handler,
  Location,
  LocationRequest,
  LocationResponse,
  LocationStore,
} from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import type { ParsedEntry, ParsedRecord } from '@location-records/formats';
import { throwIfLeft } from '../records/searches.ts';
import { eventLoopTurn } from '../records/work.ts';
import type { BulkRequest } from './bulk-request.ts';
import type { RecordOutcome, Tally } from './report.ts';

/** How many records are read and written at the same time. */
const groupLength = 256;

/** What {@link writeEntries} works with. */
export interface BulkTarget {
  readonly store: Pick<LocationStore, 'get'>;
  /**
   * Writes or deletes a record through the service, and resolves to its response: 412 if the service has entity
   * tags and `previous` is no longer what the record was.
   */
  readonly send: (
    id: string,
    location: Location,
    previous: Location | undefined,
  ) => Promise<LocationResponse>;
  readonly action: BulkRequest['action'];
  readonly onConflict: BulkRequest['onConflict'];
  /** Ends the work when the client has left. */
  readonly signal?: AbortSignal | undefined;
}

/** The service responds to a write with neither 200 nor 400, which concerns all records. */
export class WriteRefused extends Error {
  readonly response: LocationResponse;

  constructor(response: LocationResponse) {
    super('The service does not accept the write.');
    this.response = response;
  }
}

/**
 * Writes records that are not in the store with the same content. Many are written at a time, and the
 * outcomes are the same as if they were written one by one. The event loop has a turn between two groups.
 *
 * @throws {PassedOnError} (rejects) when the client has left.
 * @throws {WriteRefused} (rejects) when the group is handled.
 * @throws (rejects) the error of the store when the group is handled, and that of the batches.
 */
export async function writeEntries(
  batches: AsyncIterable<readonly ParsedEntry[]>,
  target: BulkTarget,
  tally: Tally,
): Promise<void> {
  const seen = new Set<string>();
  for await (const batch of batches) {
    for (const group of groupsOf(batch)) {
      throwIfLeft(target.signal);
      await writeGroup(group, target, tally);
      for (const entry of group) {
        if (!('record' in entry)) continue;
        if (seen.has(entry.record[0])) tally.counts.repeated++;
        seen.add(entry.record[0]);
      }
      await eventLoopTurn();
    }
  }
}

/** Splits a batch into groups with different identifiers. */
function* groupsOf(batch: readonly ParsedEntry[]): Generator<readonly ParsedEntry[], undefined> {
  let group: ParsedEntry[] = [];
  let ids = new Set<string>();
  for (const entry of batch) {
    const id = 'record' in entry ? entry.record[0] : undefined;
    if (group.length === groupLength || (id !== undefined && ids.has(id))) {
      yield group;
      group = [];
      ids = new Set();
    }
    group.push(entry);
    if (id !== undefined) ids.add(id);
  }
  if (group.length > 0) yield group;
  return undefined;
}

/** Handles the whole group, also after a failure, so that the tally is right. */
async function writeGroup(group: readonly ParsedEntry[], target: BulkTarget, tally: Tally): Promise<void> {
  const handled = await Promise.allSettled(
    group.map(async (entry) => {
      if (!('record' in entry)) return () => tally.refuse(entry);
      return writeRecord(entry, target, tally);
    }),
  );
  let failure: PromiseRejectedResult | undefined;
  for (const result of handled) {
    if (result.status === 'fulfilled') result.value();
    else failure ??= result;
  }
  if (failure) throw failure.reason;
}

/** Resolves to what adds the outcome to the tally. */
async function writeRecord(entry: ParsedRecord, target: BulkTarget, tally: Tally): Promise<() => void> {
  const { index, line, byte, record } = entry;
  const [id, location] = record;
  const previous = await target.store.get(id);
  const outcome = outcomeOf(previous, location, target);
  if (outcome === 'unchanged') return () => tally.add(entry, outcome);
  if (outcome === 'skipped') return () => tally.add(entry, outcome, previous);
  const response = await target.send(id, location, previous);
  if (response.status === 412) return () => tally.add(entry, 'skipped', previous);
  if (response.status === 200) {
    return () => tally.add(entry, outcome, outcome === 'replaced' ? previous : undefined);
  }
  if (response.status !== 400) throw new WriteRefused(response);
  const { clause = 'SPEC 7', reason } = response.explanation ?? {};
  const message = messageIn(response);
  const refused = { index, line, byte, id, rule: clause, reason: reason ? `${message}: ${reason}` : message };
  return () => tally.refuse(refused);
}

/** What becomes of a record, if the service accepts it. */
function outcomeOf(
  previous: Location | undefined,
  location: Location,
  { action, onConflict }: BulkTarget,
): Exclude<RecordOutcome['outcome'], 'refused'> {
  const isThere = previous !== undefined && isSame(previous, location);
  if (action === 'delete') {
    if (isThere) return 'deleted';
    return previous ? 'skipped' : 'unchanged';
  }
  if (isThere) return 'unchanged';
  if (!previous) return 'created';
  return onConflict === 'skip' ? 'skipped' : 'replaced';
}

function isSame(a: Location, b: Location): boolean {
  return (
    a.description === b.description &&
    a.coordinates.latitude === b.coordinates.latitude &&
    a.coordinates.longitude === b.coordinates.longitude
  );
}

/** The message of the Error object in a response, which another handler may have made. */
export function messageIn({ status, body }: LocationResponse): string {
  try {
    const { error_message: message } = JSON.parse(String(body));
    if (typeof message === 'string') return message;
  } catch {}
  return `The service responds with ${status}`;
}

const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Returns what writes or deletes a record through the handler of a service, so that its rules and its checks
 * of access apply to each record.
 *
 * @param request the request with the records, whose fields each write has, except for its conditions.
 */
export function senderOf(
  handle: Handler,
  request: LocationRequest,
  { action, onConflict }: Pick<BulkRequest, 'action' | 'onConflict'>,
  baseSegments: readonly string[],
): BulkTarget['send'] {
  const {
    'content-type': _type,
    'content-length': _length,
    'content-encoding': _encoding,
    'if-match': _match,
    'if-none-match': _noneMatch,
    ...fields
  } = request.headers;
  const headers = { ...fields, 'content-type': ['application/json'] };
  const noBody = async () => new Uint8Array();
  return async (id, { description, coordinates: { latitude, longitude } }, previous) => {
    const target = `/${[...baseSegments, id].map(encodeURIComponent).join('/')}`;
    if (action === 'delete') {
      const read = deriveRequest(request, { method: 'GET', target, headers: fields, body: noBody });
      const condition = conditionFrom(await handle(read), previous);
      const conditional = { ...fields, ...condition };
      return handle(deriveRequest(read, { method: 'DELETE', headers: conditional }));
    }
    const bytes = encoder.encode(JSON.stringify({ description, coordinates: { latitude, longitude } }));
    const body = async (maxBytes: number) => bytes.subarray(0, maxBytes);
    const creates = onConflict === 'skip' && !previous;
    const conditional = creates ? { ...headers, 'if-none-match': ['*'] } : headers;
    return handle(deriveRequest(request, { method: 'POST', target, headers: conditional, body }));
  };
}

/** Returns the condition that a record is still as it was, if the service has entity tags. */
function conditionFrom({ headers, body }: LocationResponse, previous: Location | undefined) {
  if (headers.ETag === undefined || typeof body !== 'string' || !previous) return undefined;
  const { description, coordinates } = JSON.parse(body);
  const isAsBefore = isSame({ description: description ?? undefined, coordinates }, previous);
  // No record has this tag.
  return { 'if-match': [isAsBefore ? headers.ETag : '""'] };
}
