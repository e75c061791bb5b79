import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract, storeContract } from '@location-records/conformance';
import type { StoreGuarantees } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { describe, it } from 'vitest';

const plain: StoreGuarantees = { durable: true, shared: true, listOrder: 'id-bytes', exchanges: true };
const areaCases = storeContract.filter(({ offers }) => offers === 'within');

describe.each([
  ['the SQLite store keeps the store contract', false, storeContract, plain],
  [
    'the SQLite store with areas keeps the store contract about these',
    true,
    areaCases,
    { ...plain, areaOrder: 'stripe' } as const,
  ],
])('%s', (_, areas, cases, guarantees) => {
  registerStoreContract(cases, {
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
