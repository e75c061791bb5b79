import type { LocationResponse } from './response.ts';

/** The answer to HEAD: that to GET, without the body (RFC 9110 section 9.3.2). */
export async function withoutBody(response: LocationResponse): Promise<LocationResponse> {
  if (typeof response.body !== 'string') await response.body.return?.();
  return { ...response, body: '' };
}
