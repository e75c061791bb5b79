import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createListener } from '@location-records/adapters/node';
import { createConsole } from '@location-records/console';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { selfSigned } from '@location-records/workspace/tests';
import { onTestFinished } from 'vitest';

/** A server of a test. */
export interface TestServer {
  readonly url: string;
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** Starts a server of node:http on a free port. */
export async function startServer(listener: RequestListener): Promise<TestServer> {
  // The target of an identifier of 100,000 characters may have 1.2 million.
  // No idle connection is closed while a write is on its way, whose outcome would be open.
  const server = createServer({ maxHeaderSize: 2 ** 21, keepAliveTimeout: 600_000 }, listener);
  // Linux resets connections that do not fit into the backlog for seconds. Some tests write 1,100 records at once.
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Starts a server that ends with the test, and resolves to its URL. */
export async function serveOnce(listener: RequestListener): Promise<string> {
  const { url, close } = await startServer(listener);
  onTestFinished(close);
  return url;
}

/** Returns the listener of a service over a new memory store. */
export function serviceListener(options: Partial<HandlerOptions> = {}): RequestListener {
  return createListener(createHandler({ store: createMemoryStore(), ...options }));
}

/** Returns the listener of a service that takes many records with one request, over a new memory store. */
export function bulkServiceListener(options: Partial<HandlerOptions> = {}): RequestListener {
  const store = createAreaMemoryStore();
  return createListener(createConsole(createHandler({ store, ...options }), { store }));
}

/** A listener that never responds. */
export const silent: RequestListener = () => {};

/** Starts a service under https, with an untrusted certificate, that ends with the test. */
export async function serveSecurely(): Promise<string> {
  const pem = readFileSync(selfSigned);
  const server = createSecureServer({ key: pem, cert: pem }, serviceListener());
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `https://localhost:${(server.address() as AddressInfo).port}`;
}
