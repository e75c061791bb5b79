import { registerStoreContract, storeContract } from '@location-records/conformance';
import { describe, it } from 'vitest';
import { openBulkServiceStore } from '../../src/service/bulk-service-store.ts';
import { openServiceStore } from '../../src/service/service-store.ts';
import { bulkServiceListener, serviceListener, startServer } from '../servers.ts';

/** A URL cannot hold the identifiers `.` and `..`. */
const beyondHttp = ['ids-patterns'];

describe.each([
  ['one record with each request', serviceListener, openServiceStore],
  ['many records with each request', bulkServiceListener, openBulkServiceStore],
])('a service that takes %s', (_, listener, openStore) => {
  registerStoreContract(
    storeContract.filter(({ id }) => !beyondHttp.includes(id)),
    {
      it,
      guarantees: { durable: false, shared: true, listOrder: 'none' },
      async start() {
        const { url, close } = await startServer(listener({ bodyLimit: 2 ** 26 }));
        return { open: async () => openStore({ url, timeout: 60_000 }), close };
      },
    },
  );
});
