import type { LocationResponse, ResponseHeaders } from '@location-records/core';

/**
 * The response of a handler as HTTP can send it. Where the status has no content, neither has the response, and its
 * fields do not say otherwise: a client would wait for the body, or take the next response for it.
 *
 * @throws {RangeError} when the status is below 200: such a response is not the last one of its request.
 */
export function finalResponse(response: LocationResponse): LocationResponse {
  const { status } = response;
  if (status < 200) throw new RangeError(`A response must have a final status, not ${status}.`);
  if (!hasNoContent(status)) return response;
  void releaseList(response);
  // To 304 the length is the one that 200 would have. RFC 9110 section 8.6 forbids a length only to 204.
  const fields = Object.entries(response.headers).filter(
    ([name]) => status === 304 || !/^(content-length|transfer-encoding)$/i.test(name),
  );
  if (status === 205) fields.push(['Content-Length', '0']);
  return { ...response, headers: Object.fromEntries(fields), body: '' };
}

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

/** Whether the headers have a length, in upper or lower case: a wrapped handler may write its own names. */
export function tellsLength(headers: ResponseHeaders): boolean {
  if (headers['Content-Length'] !== undefined) return true;
  return Object.keys(headers).some((name) => name.toLowerCase() === 'content-length');
}
