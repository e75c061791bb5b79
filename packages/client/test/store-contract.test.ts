import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createListener } from '@location-records/adapters/node';
import { createClient } from '@location-records/client';
import {
  registerStoreContract,
  type StoreContractOptions,
  storeContract,
} from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, it } from 'vitest';

/** The case `ids-patterns` writes the identifiers `.` and `..`, which no URL can hold. */
const cases = storeContract.filter(({ id }) => id !== 'ids-patterns');

function newHandler() {
  return createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26 });
}

async function inProcess(): ReturnType<StoreContractOptions['start']> {
  const handle = createFetchHandler(newHandler());
  const fetch = (url: string, init: RequestInit) => handle(new Request(url, init));
  return { open: async () => createClient({ url: 'http://places.test', fetch }) };
}

async function overSockets(): ReturnType<StoreContractOptions['start']> {
  // The target of an identifier of 100,000 characters may have 1.2 million.
  const server = createServer({ maxHeaderSize: 2 ** 21 }, createListener(newHandler()));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open: async () => createClient({ url }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe.each([
  ['in this process', inProcess],
  ['over sockets', overSockets],
])('a client of a service %s', (_, start) => {
  const guarantees = { durable: false, shared: true, listOrder: 'none' } as const;
  registerStoreContract(cases, { it, start, guarantees });
});
