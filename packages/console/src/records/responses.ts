import type { LocationResponse } from '@location-records/core';
import { type Format, lines, writeLines } from './formats.ts';
import type { RecordsRequest } from './query.ts';
import type { FoundPage } from './search.ts';

const explanation = { clause: 'D48', reason: 'the records of the query' };

/** The response with one page. */
export function pageResponse(asked: RecordsRequest, format: Format, page: FoundPage): LocationResponse {
  const next = page.next === undefined ? undefined : referenceOf(asked, page.next);
  const headers: Record<string, string> = {};
  if (next !== undefined) headers.Link = `<${next}>; rel="next"`;
  if (page.limitedBy !== undefined) headers['Limited-By'] = page.limitedBy;
  return wholeResponse(format, format.write(page, next), headers);
}

/**
 * The response with all pages as lines, piece by piece. It comes whole where the first page is the only one.
 *
 * @param readNext reads the page at a cursor.
 * @param onError called with the cause when a later page fails, which breaks the response off (D40).
 */
export function streamResponse(
  first: FoundPage,
  readNext: (cursor: string) => Promise<FoundPage>,
  onError: (error: unknown) => void,
): LocationResponse {
  if (first.next === undefined) return wholeResponse(lines, writeLines(first), {});
  return { status: 200, headers: headersOf(lines), body: pieces(first, readNext, onError), explanation };
}

async function* pieces(
  first: FoundPage,
  readNext: (cursor: string) => Promise<FoundPage>,
  onError: (error: unknown) => void,
): AsyncGenerator<string, undefined> {
  let page = first;
  for (;;) {
    // A store may have nothing to say for a while, and an empty chunk would end a response with chunks.
    if (page.records.length > 0) yield writeLines(page);
    if (page.next === undefined) return undefined;
    try {
      page = await readNext(page.next);
    } catch (error) {
      onError(error);
      throw error;
    }
  }
}

function wholeResponse(
  format: Format,
  body: string,
  more: Readonly<Record<string, string>>,
): LocationResponse {
  const length = String(new TextEncoder().encode(body).length);
  return {
    status: 200,
    headers: { ...headersOf(format), 'Content-Length': length, ...more },
    body,
    explanation,
  };
}

function headersOf({ type }: Format): Readonly<Record<string, string>> {
  return { 'Content-Type': type, Vary: 'Accept' };
}

/**
 * A reference to the page at a cursor, without a path: it is resolved against the URL of the request (RFC 3986 section
 * 5.2.2), so it is right below every mount point. It has nothing that the client wrote but numbers and names of formats.
 */
function referenceOf({ canonical, limit, format }: RecordsRequest, cursor: string): string {
  // A plus would be read as a space.
  const query = canonical.replaceAll('+', '%2B');
  const parts = [query, limit && `limit=${limit}`, format && `f=${format.name}`, `cursor=${cursor}`];
  return `?${parts.filter(Boolean).join('&')}`;
}
