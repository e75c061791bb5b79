import { createServer as createHttpServer } from 'node:http';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { closeIdleConnections } from '../../src/node/connections.ts';
import { createServer, type ServerOptions } from '../../src/node/index.ts';

vi.mock(import('node:http'), { spy: true });
vi.mock(import('../../src/node/connections.ts'), { spy: true });

type Times = Required<Omit<ServerOptions, 'guard' | 'onRequest'>>;

const defaults: Times = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 120_000,
  connectionsCheckingInterval: 1000,
};
const others: Times = {
  headersTimeout: 1,
  requestTimeout: 2,
  idleTimeout: 3,
  connectionsCheckingInterval: 4,
};

it.each<[string, ServerOptions | undefined, Times]>([
  ['the defaults where nothing is said', undefined, defaults],
  ['what it is told', others, others],
  [
    'no longer for the head than for the request',
    { requestTimeout: 5000 },
    { ...defaults, headersTimeout: 5000, requestTimeout: 5000 },
  ],
  [
    'at least as long for the request as for the head',
    { headersTimeout: 60_000 },
    { ...defaults, headersTimeout: 60_000, requestTimeout: 60_000 },
  ],
  [
    'its usual time for the head where a request has no limit',
    { requestTimeout: 0 },
    { ...defaults, requestTimeout: 0 },
  ],
  [
    'its usual time for a request where the head has no limit',
    { headersTimeout: 0 },
    { ...defaults, headersTimeout: 0 },
  ],
])('a server takes %s', (_, options, { idleTimeout, ...ofNode }) => {
  const server = createServer(createHandler({ store: createMemoryStore() }), options);
  expect(createHttpServer).toHaveBeenLastCalledWith(
    expect.objectContaining({ ...ofNode, keepAliveTimeout: 0 }),
  );
  expect(closeIdleConnections).toHaveBeenLastCalledWith(server, expect.any(Set), idleTimeout);
});
