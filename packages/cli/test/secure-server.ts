import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createListener } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { selfSigned } from '@location-records/workspace/tests';

/** Gives `look` the base URL of a service under https, with an untrusted certificate. */
export async function withSecureServer(look: (url: string) => Promise<void>): Promise<void> {
  const pem = readFileSync(selfSigned);
  const listener = createListener(createHandler({ store: createMemoryStore() }));
  const server = createServer({ key: pem, cert: pem }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await look(`https://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
