import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract, storeContract } from '@location-records/conformance';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, it } from 'vitest';

describe('the SQLite store keeps the store contract', () => {
  registerStoreContract(storeContract, {
    it,
    guarantees: { durable: true, shared: true, snapshot: true, listOrder: 'id-bytes' },
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
      return {
        open: () => openSqliteStore({ path: join(folder, 'records.db') }),
        close: () => rm(folder, { recursive: true }),
      };
    },
  });
});
