import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createListener } from '@location-records/adapters/node';
import { createClient } from '@location-records/client';
import { registerStoreContract } from '@location-records/conformance';
import { describe, it } from 'vitest';
import { casesOverHttp, newHandler, serviceGuarantees } from './service-under-contract.ts';

async function start() {
  // The target of an identifier of 100,000 characters may have 1.2 million. A server that closes an idle connection while
  // a write is on its way leaves the outcome of the write open, and the client reports that.
  const options = { maxHeaderSize: 2 ** 21, keepAliveTimeout: 600_000 };
  const server = createServer(options, createListener(newHandler()));
  // Linux resets connections that do not fit into the backlog for seconds. Some cases write 1,100 records at once.
  await once(server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    open: async () => createClient({ url }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

describe('a client of a service over sockets', () => {
  registerStoreContract(casesOverHttp, { it, start, guarantees: serviceGuarantees });
});
