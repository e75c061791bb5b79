import type { LocationResponse } from '@location-records/core';

/** Releases a list that no client will read. Never rejects. */
export async function releaseList({ body }: LocationResponse): Promise<void> {
  try {
    // A handler without types may return anything.
    if (typeof body !== 'string') await body?.return?.();
  } catch {}
}

/**
 * Returns whether responses with this status never have content (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5).
 */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** Returns whether the headers have a length, in any case: a handler of the user spells names as it likes. */
export function tellsLength(headers: LocationResponse['headers']): boolean {
  if (headers['Content-Length'] !== undefined) return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
}
