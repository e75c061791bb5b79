import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaultyStore, type Service } from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import type { Host, Unreachable } from '../host.ts';
import { runCases } from '../run-cases.ts';

/** The path of a service that is not mounted at the root. */
export const mountPath = '/api/locations';

const authority = /^[a-z]+:\/\/[^/?]*/i;

/** What distinguishes a server from others. */
interface ServerHostOptions {
  /** Where the service is mounted, if the server does not cut that off the target. */
  readonly basePath?: string;
  /** The service as its clients see it, where that differs from what the connection carries. */
  readonly asSeen?: (service: Service) => Service;
}

/** A host that is a server of node:http in this process. */
export function serverHost(
  name: string,
  serve: (handle: Handler) => Server | Promise<Server>,
  unreachable: readonly Unreachable[],
  { basePath = '', asSeen = (service) => service }: ServerHostOptions = {},
): Host {
  return {
    name,
    unreachable,
    run: (cases) =>
      runCases(cases, async (options) => {
        const { store, faults, onError } = createFaultyStore(createMemoryStore());
        const path = basePath + (options.basePath ?? '');
        const handle = createHandler({ ...options, basePath: path || '/', store, onError });
        const server = await serve(handle);
        await once(server.listen(0, '127.0.0.1'), 'listening');
        const { port } = server.address() as AddressInfo;
        return {
          service: asSeen(socketService({ host: '127.0.0.1', port, timeout: 5000, faults })),
          async close() {
            server.closeAllConnections();
            await once(server.close(), 'close');
          },
        };
      }),
  };
}

/** Has the server see every target below the mount path, so that all cases can be run. */
export function belowMountPath(server: Server): Server {
  return server.prependListener('request', (req) => {
    req.url = belowMount(req.url ?? '');
  });
}

/** The target below the mount path. The root becomes the mount path without a slash, which names the root as well. */
function belowMount(target: string): string {
  const [origin = ''] = authority.exec(target) ?? [];
  const path = target.slice(origin.length);
  if (path === '*') return path;
  return `${origin}${mountPath}${path.replace(/^\/(?=\?|$)/, '')}`;
}
