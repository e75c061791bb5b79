import type { Server } from 'node:http';

/** Where a host lives that is not mounted at the root. */
export const mountPath = '/api/locations';

const authority = /^[a-z]+:\/\/[^/?]*/i;

/** Has the server see every request as one for a target below the mount path, so that all cases fit. */
export function belowMountPath(server: Server): Server {
  return server.prependListener('request', (req) => {
    req.url = belowMount(req.url ?? '');
  });
}

/** The root becomes the mount path without a slash, which is the root just as well. */
function belowMount(target: string): string {
  const [origin = ''] = authority.exec(target) ?? [];
  const path = target.slice(origin.length);
  if (path === '*') return path;
  return `${origin}${mountPath}${path.replace(/^\/(?=\?|$)/, '')}`;
}
