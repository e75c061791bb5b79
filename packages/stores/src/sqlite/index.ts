/**
 * Location records in an SQLite file.
 *
 * @module
 */
export { openSqliteStore } from './open-sqlite-store.ts';
export type { SqliteStoreOptions } from './options.ts';
