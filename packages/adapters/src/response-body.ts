import type { LocationResponse } from '@location-records/core';

/** Releases a list that no client gets. Never rejects: a store that fails to do so tells `onError`. */
export async function releaseList({ body }: LocationResponse): Promise<void> {
  try {
    // A handler without types may give anything.
    if (typeof body !== 'string') await body?.return?.();
  } catch {}
}

/** Whether a response with this status never has content (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5). */
export function hasNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/**
 * Whether the headers have a length, in upper or lower case: a handler around a handler writes its own names.
 */
export function tellsLength(headers: LocationResponse['headers']): boolean {
  if (headers['Content-Length'] !== undefined) return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
}
