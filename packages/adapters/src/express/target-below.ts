const dotSegment = /(?:^|[/\\])(?:\.|%2e){1,2}(?:[/\\?#]|$)/i;
/** What no service has a route for. */
const nowhere = '//';

/**
 * The target below the mount point. Dot segments may lead out of there (`/mount/../a`), where a host that knows the
 * whole URL would not have asked the service.
 */
export function targetBelow(mountPath: string, target: string): string {
  if (mountPath === '' || !dotSegment.test(target) || !target.startsWith('/')) return target;
  const { pathname } = new URL(`http://host${mountPath}${target}`);
  if (pathname !== mountPath && !pathname.startsWith(`${mountPath}/`)) return nowhere;
  return pathname.slice(mountPath.length);
}
