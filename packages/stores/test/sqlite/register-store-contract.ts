import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract, type StartedStores, type StoreCase } from '@location-records/conformance';
import type { StoreGuarantees } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { it } from 'vitest';

const guarantees: StoreGuarantees = { durable: true, shared: true, snapshot: true, listOrder: 'id-bytes' };

/** What a store with area queries promises. */
export const withAreas: StoreGuarantees = { ...guarantees, areaOrder: 'stripe' };

/** Stores over a file of their own, which `create` has made if it is given. */
async function startStores(areas: boolean, create?: (path: string) => Promise<void>): Promise<StartedStores> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const path = join(folder, 'records.db');
  await create?.(path);
  return {
    open: () => openSqliteStore({ path, areas }),
    close: () => rm(folder, { recursive: true }),
  };
}

/** Registers a test for each of the cases that applies to the SQLite store. `create` makes its file beforehand. */
export function registerCases(
  cases: readonly StoreCase[],
  areas: boolean,
  create?: (path: string) => Promise<void>,
): void {
  const start = () => startStores(areas, create);
  registerStoreContract(cases, { it, start, guarantees: areas ? withAreas : guarantees });
}
