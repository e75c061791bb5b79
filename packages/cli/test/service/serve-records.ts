import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore, type HandlerOptions } from '@location-records/core';
import { onTestFinished } from 'vitest';

/** Starts a server of node:http, which ends with the test. Resolves to its URL. */
export async function startServer(listener: RequestListener): Promise<string> {
  // An identifier of 100,000 characters is a target of 900,000 bytes at most.
  const server = createServer({ maxHeaderSize: 2 ** 20 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Starts a service over a memory store of its own. */
export function startService(options: Partial<HandlerOptions> = {}): Promise<string> {
  const handle = createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26, ...options });
  return startServer(toNodeListener(handle));
}
