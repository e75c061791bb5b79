import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createServer } from '@location-records/adapters/node';
import {
  type Faults,
  fetchService,
  type HttpContractHost,
  handlerService,
  type Service,
  type StartedService,
} from '@location-records/conformance';
import { socketService } from '@location-records/conformance/node';
import type { Handler } from '@location-records/core';
import express from 'express';

/** A way on which requests come to a console. */
export interface Way extends Pick<HttpContractHost, 'unmetNeeds'> {
  readonly name: string;
  /** The path below which the handler has the service, where the host does not cut it off. */
  readonly basePath?: string;
  readonly serve: (handle: Handler, faults: Faults) => Promise<StartedService>;
}

const mountPath = '/api/locations';

/** A console in this process. */
export const inProcess: Way = {
  name: 'in process',
  serve: async (handle, faults) => ({ service: handlerService(handle, faults) }),
  unmetNeeds: { socket: 'There is no connection.', server: 'There is no server.' },
};

/** A console on a server of node:http. */
export const overTcp: Way = {
  name: 'over node:http',
  serve: (handle, faults) => listen(createServer(handle), faults),
};

/** Other adapters, and a console that is not at the root. */
export const otherWays: readonly Way[] = [
  {
    name: 'in process, below a base path',
    basePath: mountPath,
    serve: async (handle, faults) => ({ service: below(mountPath, handlerService(handle, faults)) }),
  },
  {
    name: 'in a fetch handler',
    serve: async (handle, faults) => ({ service: fetchService(createFetchHandler(handle), faults) }),
  },
  {
    name: 'in Express',
    serve: (handle, faults) => listen(createHttpServer(express().use(createMiddleware(handle))), faults),
  },
  {
    name: 'in Express, below a mount path',
    serve: async (handle, faults) => {
      const app = express().use(mountPath, createMiddleware(handle));
      const { service, ...started } = await listen(createHttpServer(app), faults);
      return { ...started, service: below(mountPath, service) };
    },
  },
];

/** A service whose clients put a path before each target. */
function below(path: string, service: Service): Service {
  return {
    freshId: () => service.freshId(),
    connect: () => service.connect(),
    faults: service.faults,
    request: (request) => service.request({ ...request, target: `${path}${request.target}` }),
  };
}

async function listen(server: Server, faults: Faults): Promise<StartedService> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const service = socketService({ host: '127.0.0.1', port, faults, keepAlive: true });
  return {
    service,
    async close() {
      service.close();
      server.closeAllConnections();
      await once(server.close(), 'close');
    },
  };
}
