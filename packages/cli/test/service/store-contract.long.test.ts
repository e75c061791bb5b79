import { registerStoreContract, storeContract } from '@location-records/conformance';
import { it } from 'vitest';
import { openServiceStore } from '../../src/service/service-store.ts';
import { startService } from './serve-records.ts';

/** Has the identifiers `.` and `..`, which no URL can carry. The other identifiers are in service-store.test.ts. */
const beyondHttp = 'ids-patterns';

registerStoreContract(
  storeContract.filter(({ id }) => id !== beyondHttp),
  {
    it,
    guarantees: { durable: false, shared: true, listOrder: 'none' },
    async start() {
      const { url, close } = await startService();
      return { open: async () => openServiceStore({ url, timeout: 60_000 }), close };
    },
  },
);
