import { createServer as createHttpServer } from 'node:http';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { closeIdleConnections } from '../src/node/idle-connections.ts';
import { createServer, type ServerOptions } from '../src/node/index.ts';

vi.mock(import('node:http'), { spy: true });
vi.mock(import('../src/node/idle-connections.ts'), { spy: true });

const defaults: Required<ServerOptions> = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 120_000,
  connectionsCheckingInterval: 1000,
};
const others: Required<ServerOptions> = {
  headersTimeout: 1,
  requestTimeout: 2,
  idleTimeout: 3,
  connectionsCheckingInterval: 4,
};

it.each<[string, ServerOptions | undefined, Required<ServerOptions>]>([
  ['the defaults where nothing is said', undefined, defaults],
  ['what it is told', others, others],
])('a server takes %s', (_, options, { idleTimeout, ...ofNode }) => {
  const server = createServer(createHandler({ store: createMemoryStore() }), options);
  expect(createHttpServer).toHaveBeenLastCalledWith(expect.objectContaining(ofNode));
  expect(closeIdleConnections).toHaveBeenLastCalledWith(server, idleTimeout);
});
