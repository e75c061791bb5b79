import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registerStoreContract, type StartedStores, type StoreCase } from '@location-records/conformance';
import type { StoreGuarantees } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { it } from 'vitest';
import { channelPair } from './channel-pair.ts';

const guarantees: StoreGuarantees = { durable: true, shared: true, listOrder: 'id-bytes' };

/** What a store with area queries promises. */
export const withAreas: StoreGuarantees = { ...guarantees, areaOrder: 'stripe' };

/** Stores over a file of their own, which `create` makes beforehand if it is given. */
export async function startStores(
  areas: boolean,
  create?: (path: string) => Promise<void>,
): Promise<StartedStores> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const path = join(folder, 'records.db');
  await create?.(path);
  return {
    open: () => openSqliteStore({ path, areas }),
    close: () => rm(folder, { recursive: true }),
  };
}

/** The same, where another store of the file commits what they write. */
export async function startRemoteStores(areas: boolean): Promise<StartedStores> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  const path = join(folder, 'records.db');
  const owner = await openSqliteStore({ path, areas });
  return {
    async open() {
      const { near, far } = channelPair();
      owner.writeFor(near);
      return openSqliteStore({ path, areas, writer: far });
    },
    async close() {
      await owner.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** Registers a test for each of the cases that applies to the SQLite store. */
export function registerCases(
  cases: readonly StoreCase[],
  areas: boolean,
  start: () => Promise<StartedStores> = () => startStores(areas),
): void {
  registerStoreContract(cases, { it, start, guarantees: areas ? withAreas : guarantees });
}
