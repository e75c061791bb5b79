/**
 * Location records in a table of PostgreSQL.
 *
 * @module
 */
export { migratePostgres } from './migrate-postgres.ts';
export { openPostgresStore } from './open-postgres-store.ts';
export type { PostgresStoreOptions } from './options.ts';
