import type { LocationResponse } from '@location-records/core';
import type { Format } from './formats.ts';
import type { RecordsRequest } from './query.ts';
import type { FoundPage } from './search.ts';

/** The response with one page. */
export async function pageResponse(
  asked: RecordsRequest,
  format: Format,
  page: FoundPage,
): Promise<LocationResponse> {
  const next = page.next === undefined ? undefined : referenceOf(asked, page.next);
  const headers: Record<string, string> = {};
  if (next !== undefined) headers.Link = `<${next}>; rel="next"`;
  if (page.limitedBy !== undefined) headers['Limited-By'] = page.limitedBy;
  return foundResponse(format, await format.writePage(page, next), headers);
}

/** The response with records. Only the length of a text is known. */
export function foundResponse(
  { type }: Format,
  body: LocationResponse['body'],
  more?: Readonly<Record<string, string>>,
): LocationResponse {
  const length = typeof body === 'string' && {
    'Content-Length': String(new TextEncoder().encode(body).length),
  };
  const explanation = { clause: 'D48', reason: 'the records of the query' };
  return {
    status: 200,
    headers: { 'Content-Type': type, Vary: 'Accept', ...length, ...more },
    body,
    explanation,
  };
}

/**
 * A reference to the page at a cursor, without a path: it is resolved against the URL of the request (RFC
 * 3986 section 5.2.2), so it is right below every mount point. It has nothing that the client wrote but
 * numbers and names of formats.
 */
function referenceOf({ canonical, limit, format }: RecordsRequest, cursor: string): string {
  // A plus would be read as a space.
  const query = canonical.replaceAll('+', '%2B');
  const parts = [query, limit && `limit=${limit}`, format && `f=${format.name}`, `cursor=${cursor}`];
  return `?${parts.filter(Boolean).join('&')}`;
}
