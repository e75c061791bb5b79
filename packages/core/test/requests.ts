import type { LocationRequest } from '../src/index.ts';

/** A request as an adapter makes it. */
export function request(
  method: string,
  target: string,
  body = '',
  headers: LocationRequest['headers'] = { 'content-type': ['application/json'] },
): LocationRequest {
  return {
    method,
    target,
    headers,
    body: async (maxBytes) => new TextEncoder().encode(body).subarray(0, maxBytes),
  };
}

/** A body that every check accepts. */
export const validBody = '{"coordinates":{"latitude":1,"longitude":2}}';
