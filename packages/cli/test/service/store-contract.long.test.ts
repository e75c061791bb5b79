import { registerStoreContract, storeContract } from '@location-records/conformance';
import { it } from 'vitest';
import { openServiceStore } from '../../src/service/service-store.ts';
import { serviceListener, startServer } from '../servers.ts';

/** A URL cannot hold the identifiers `.` and `..`. Batches are the records of the chunks that come. */
const beyondHttp = ['ids-patterns', 'list-batches-of-32-kib'];

registerStoreContract(
  storeContract.filter(({ id }) => !beyondHttp.includes(id)),
  {
    it,
    guarantees: { durable: false, shared: true, listOrder: 'none' },
    async start() {
      const { url, close } = await startServer(serviceListener({ bodyLimit: 2 ** 26 }));
      return { open: async () => openServiceStore({ url, timeout: 60_000 }), close };
    },
  },
);
