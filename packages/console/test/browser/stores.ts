import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { migratePostgres, openPostgresStore } from '@location-records/stores/postgres';
import { openSqliteStore } from '@location-records/stores/sqlite';
import { startPostgres } from '@location-records/workspace/engines';
import { lacks } from '@location-records/workspace/tests';
import { onTestFinished } from 'vitest';

/** A kind of store below the map. */
export interface StoreKind {
  readonly name: string;
  /** Why it cannot be opened on this machine. */
  readonly reason: string | undefined;
  /** Opens an empty store, and removes it when the test has finished. */
  open(): Promise<AreaStore>;
}

export const memory: StoreKind = {
  name: 'memory',
  reason: undefined,
  open: async () => createAreaMemoryStore(),
};

export const sqlite: StoreKind = {
  name: 'SQLite',
  reason: undefined,
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'location-records-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return openSqliteStore({ path: join(folder, 'records.db'), areas: true });
  },
};

export const postgres: StoreKind = {
  name: 'PostgreSQL',
  reason: lacks({ server: 'PostgreSQL' }),
  async open() {
    const server = await startPostgres({ settings: { fsync: 'off' } });
    onTestFinished(() => server.stop());
    const place = { url: server.url, schema: `test ${randomUUID()}`, areas: true } as const;
    await migratePostgres(place);
    return openPostgresStore(place);
  },
};
