import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';

/** A server of a test. */
export interface RunningServer {
  readonly url: string;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** Starts a server of node:http on a free port. */
export async function startServer(listener: RequestListener): Promise<RunningServer> {
  // The target of an identifier of 100,000 characters may have 1.2 million.
  const server = createServer({ maxHeaderSize: 2 ** 21 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a service over a memory store of its own. */
export function startService(options: Partial<HandlerOptions> = {}): Promise<RunningServer> {
  const handle = createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26, ...options });
  return startServer(createListener(handle));
}
