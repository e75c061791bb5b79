/**
 * Location records in a table of PostgreSQL. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { migratePostgres } from './migrate-postgres.ts';
export { openPostgresStore } from './open-postgres-store.ts';
export type { PostgresMigrationOptions, PostgresPool, PostgresStoreOptions } from './options.ts';
