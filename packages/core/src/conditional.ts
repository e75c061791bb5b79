import { decodeText, type ReadBody } from './body.ts';
import { entityTagOf } from './entity-tag.ts';
import { formatLocation, type Location } from './location.ts';
import type { Settings } from './options.ts';
import { failedPrecondition, type Preconditions, preconditionsOf } from './preconditions.ts';
import type { LocationRequest } from './request.ts';
import { because, found, type LocationResponse, problem, quote } from './responses.ts';
import type { ExchangeStore } from './store.ts';

const recordFound = because('SPEC 4', 'the record is present');

/** Responds to a read of a present record with its entity tag, or with 304 or 412 (D49). */
export function foundIf(content: string, { headers }: LocationRequest): LocationResponse {
  const tag = entityTagOf(content);
  // Caches in between ask again each time.
  const fields = { ETag: tag, 'Cache-Control': 'no-cache' };
  const conditions = preconditionsOf(headers);
  const failed = conditions && failedPrecondition(conditions, tag);
  if (!failed) return withFields(found(content, recordFound), fields);
  if (failed.kind === 'If-None-Match') {
    return { status: 304, headers: fields, body: '', explanation: failed.explanation };
  }
  return refusal(failed, tag);
}

/** How often a write is tried again after another one came between. */
const maxRounds = 10;

/** A write of a record, or its removal if `next` is `undefined`. */
interface Write {
  readonly method: string;
  readonly id: string;
  readonly next: Location | undefined;
}

/**
 * Writes a record in the same atomic step in which its preconditions hold. Resolves to the response if it did
 * not write.
 */
export async function writeIf(
  conditions: Preconditions,
  { method, id, next }: Write,
  { exchangeStore, nullDescription }: Settings,
): Promise<LocationResponse | undefined> {
  const store = exchangeStore as ExchangeStore;
  for (let round = 0; round < maxRounds; round++) {
    const current = await store.get(id);
    if (current === undefined && method === 'PUT') {
      return problem('locationNotFound', because('SPEC 4.5.5', `the record ${quote(id)} is absent`), id);
    }
    const tag = current && entityTagOf(formatLocation(current, nullDescription));
    const failed = failedPrecondition(conditions, tag);
    if (failed) return refusal(failed, tag);
    if (await store.exchange(id, current, next)) return undefined;
  }
  const reason = `other writes of ${quote(id)} came between ${maxRounds} times`;
  return withFields(problem('unavailable', because('D49', reason)), { 'Retry-After': '1' });
}

function refusal(
  { kind, explanation }: NonNullable<ReturnType<typeof failedPrecondition>>,
  tag: string | undefined,
): LocationResponse {
  if (kind === 'malformed') return problem('preconditionInvalid', explanation);
  const response = problem('preconditionFailed', explanation);
  return tag === undefined ? response : withFields(response, { ETag: tag });
}

/**
 * Adds the entity tag to the response to a write if the content is stored just as the client has sent it, which
 * takes the tag for that of its own text (RFC 9110 section 9.3.4).
 */
export function withStoredTag(
  response: LocationResponse,
  { bytes, isLimited }: ReadBody,
  location: Location,
  { nullDescription }: Settings,
): LocationResponse {
  const content = formatLocation(location, nullDescription);
  const isSame = !isLimited && decodeText(bytes) === content;
  return isSame ? withFields(response, { ETag: entityTagOf(content) }) : response;
}

function withFields(response: LocationResponse, fields: LocationResponse['headers']): LocationResponse {
  return { ...response, headers: { ...response.headers, ...fields } };
}
