/**
 * Location records in an SQLite file. Everything public is listed here; what is not, may change.
 *
 * @module
 */
export { openSqliteStore } from './open-sqlite-store.ts';
export type { SqliteStoreOptions } from './options.ts';
