/**
 * Location records in a table of PostgreSQL. This file lists everything public.
 *
 * @module
 */
export { migratePostgres } from './migrate-postgres.ts';
export { openPostgresStore } from './open-postgres-store.ts';
export type { PostgresStoreOptions } from './options.ts';
