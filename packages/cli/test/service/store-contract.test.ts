import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeListener } from '@location-records/adapters/node';
import { registerStoreContract, storeContract } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { it } from 'vitest';
import { openServiceStore } from '../../src/service/service-store.ts';

/** What HTTP cannot carry, by the identifiers of the cases. */
const leftOut: Readonly<Record<string, string>> = {};

registerStoreContract(
  storeContract.filter(({ id }) => !(id in leftOut)),
  {
    it,
    guarantees: { durable: false, shared: true, snapshot: false, listOrder: 'none' },
    async start() {
      const handle = createHandler({ store: createMemoryStore(), bodyLimit: 2 ** 26 });
      const server = createServer({ maxHeaderSize: 2 ** 21 }, toNodeListener(handle));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return {
        open: async () => openServiceStore({ url, timeout: 30_000 }),
        async close() {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  },
);
