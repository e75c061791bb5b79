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

/** Stores over a file of their own. */
export async function startStores(areas: boolean): Promise<StartedStores> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  return {
    open: () => openSqliteStore({ path: join(folder, 'records.db'), areas }),
    close: () => rm(folder, { recursive: true }),
  };
}

/** Registers a test for each of the cases that applies to the SQLite store. */
export function registerCases(cases: readonly StoreCase[], areas: boolean): void {
  const start = () => startStores(areas);
  registerStoreContract(cases, { it, start, guarantees: areas ? withAreas : guarantees });
}
