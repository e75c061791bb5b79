import type { LocationResponse } from '@location-records/core';

/** Statuses without content (RFC 9110 sections 15.3.5, 15.3.6, 15.4.5). */
const withoutContent = new Set([204, 205, 304]);
/** What frames a body (RFC 9112 section 6). */
const framing = new Set(['content-length', 'transfer-encoding']);

/**
 * The response of a handler as HTTP can send it. Where the status has no content, neither has the response, and its
 * fields do not say otherwise: a client would wait for the body, or take the next response for it.
 *
 * @throws {RangeError} when the status is below 200: such a response is not the last one of its request.
 */
export function finalResponse(response: LocationResponse): LocationResponse {
  const { status, headers, body } = response;
  if (status < 200) throw new RangeError(`A handler must respond with a status from 200, not ${status}.`);
  if (!hasNoContent(status)) return response;
  // Its list, if there is one, is never read. A store that fails to release it tells `onError`.
  if (typeof body !== 'string') body.return?.().catch(() => {});
  // To 304 the length is the one that 200 would have.
  if (status === 304) return { ...response, body: '' };
  const fields = Object.entries(headers).filter(([name]) => !framing.has(name.toLowerCase()));
  // RFC 9110 section 8.6 forbids a length only to 204.
  const length = status === 205 ? { 'Content-Length': '0' } : {};
  return { ...response, headers: { ...Object.fromEntries(fields), ...length }, body: '' };
}

/** Whether a response with this status never has content. */
export function hasNoContent(status: number): boolean {
  return withoutContent.has(status);
}
