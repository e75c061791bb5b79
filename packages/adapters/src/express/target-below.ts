import type { ExpressLikeRequest } from './express-types.ts';

const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;
/** What the service has no route for. */
const nowhere = '//';

/** The target below the mount point, as the client wrote it. */
export function targetBelow({ url = '', baseUrl = '', originalUrl }: ExpressLikeRequest): string {
  // Express 4 takes a second slash behind the mount point for a part of that.
  const target = originalUrl === `${baseUrl}/${url}` ? `/${url}` : url;
  if (baseUrl === '' || !target.startsWith('/') || !dotSegment.test(target)) return target;
  // Dot segments may lead out of there, where a host that knows the whole URL would not have asked the service.
  const { pathname } = new URL(`http://host${baseUrl}${target}`);
  return pathname === baseUrl || pathname.startsWith(`${baseUrl}/`)
    ? pathname.slice(baseUrl.length)
    : nowhere;
}
