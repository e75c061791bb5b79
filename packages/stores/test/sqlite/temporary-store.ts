import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LocationStore } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import { openSqliteStore, type SqliteStoreOptions } from '@location-records/stores/sqlite';
import { onTestFinished } from 'vitest';

/** Makes a folder for the test that calls it, removed when the test is over. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A path for a database in such a folder. */
export async function temporaryPath(): Promise<string> {
  return join(await temporaryFolder(), 'records.db');
}

type Options = Omit<SqliteStoreOptions, 'path'>;

/** Opens a store that is closed when the test is over. */
export function openForTest(path: string, options: Options & { readonly areas: true }): Promise<AreaStore>;
export function openForTest(path: string, options?: Options): Promise<LocationStore>;
export async function openForTest(path: string, options: Options = {}): Promise<LocationStore> {
  const store = await openSqliteStore({ path, ...options });
  onTestFinished(() => store.close());
  return store;
}
