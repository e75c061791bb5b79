import type { LocationRequest, LocationResponse } from '@location-records/core';

export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Further fields, such as `Cache-Control`. */
  readonly headers: LocationResponse['headers'];
  /**
   * The clause of the explanation.
   * @default 'D50'
   */
  readonly clause?: string;
  /** Names the content, for the explanation. */
  readonly reason: string;
}

/**
 * Responds with bytes and an entity tag, or with 304 if the client has the same content (RFC 9110
 * section 13.1.2).
 */
export async function bytesResponse(
  request: LocationRequest,
  { type, bytes, headers, clause = 'D50', reason }: Content,
): Promise<LocationResponse> {
  const tag = await entityTagOf(bytes);
  const explanation = { clause, reason };
  if (isKnown(request, tag)) {
    return { status: 304, headers: { ETag: tag, ...headers }, body: '', explanation };
  }
  const own = { 'Content-Type': type, 'Content-Length': String(bytes.length), ETag: tag };
  return { status: 200, headers: { ...own, ...headers }, body: inOnePiece(bytes), explanation };
}

/** A body of one piece. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, undefined> {
  yield bytes;
  return undefined;
}

/** Whether the client has the content with this tag (RFC 9110 section 13.1.2). Weak tags count, too. */
export function isKnown({ headers }: LocationRequest, tag: string): boolean {
  const known = (headers['if-none-match'] ?? []).flatMap((line) => line.split(','));
  return known.some((part) => part.trim() === '*' || weak(part.trim()) === weak(tag));
}

function weak(tag: string): string {
  return tag.replace(/^W\//, '');
}

async function entityTagOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  // Weak, since it is the same when the content is sent compressed.
  return `W/"${btoa(String.fromCharCode(...new Uint8Array(digest, 0, 15)))}"`;
}
