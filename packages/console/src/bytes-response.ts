import type { LocationRequest, LocationResponse } from '@location-records/core';

export interface Content {
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Further fields, such as `Cache-Control`. */
  readonly headers: LocationResponse['headers'];
  /** Names the content, for the explanation. */
  readonly reason: string;
}

/**
 * Responds with bytes and an entity tag, or with 304 if the client has the same content (RFC 9110
 * section 13.1.2).
 */
export function bytesResponse(
  request: LocationRequest,
  { type, bytes, headers, reason }: Content,
): LocationResponse {
  const tag = entityTagOf(bytes);
  const explanation = { clause: 'D50', reason };
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

/** A tag of 64 bits: two FNV-1a hashes with different seeds. It tells versions of one content apart. */
function entityTagOf(bytes: Uint8Array): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193);
    b = Math.imul(b ^ byte, 0x85ebca6b) + 1;
  }
  const digits = [a, b].map((hash) => (hash >>> 0).toString(16).padStart(8, '0'));
  return `"${digits.join('')}"`;
}
