import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract, storeContract } from '@location-records/conformance';
import type { StoreGuarantees } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, it } from 'vitest';

const plain: StoreGuarantees = { durable: true, shared: true, listOrder: 'id-bytes' };

describe.each([
  ['the SQLite store', false, plain],
  ['the SQLite store with areas', true, { ...plain, areaOrder: 'stripe' } as const],
])('%s keeps the store contract', (_, areas, guarantees) => {
  registerStoreContract(storeContract, {
    it,
    guarantees,
    async start() {
      const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
      const path = join(folder, 'records.db');
      return {
        open: () => openSqliteStore({ path, areas }),
        close: () => rm(folder, { recursive: true }),
      };
    },
  });
});
