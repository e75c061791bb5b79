import type { LocationRequest, LocationResponse } from '@location-records/core';
import { pageWith, policyHeaders } from './page.ts';

/**
 * Turns a 404 into a page for people that leads to the front door.
 *
 * @param path the segments of the target below `/-`.
 */
export async function notFoundPage(
  { method }: LocationRequest,
  response: LocationResponse,
  path: readonly string[],
): Promise<LocationResponse> {
  // Relative, so it is right below every mount point.
  const door = '../'.repeat(path.length - 1) || './';
  const html = pageWith(
    'Nothing is here',
    `<h1>Nothing is here</h1>\n<p>This address has no page. <a href="${door}">The front door</a> leads to everything that exists.</p>`,
  );
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(new TextEncoder().encode(html).length),
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    ...(await policyHeaders()),
  };
  return { ...response, headers, body: method === 'HEAD' ? '' : html };
}
