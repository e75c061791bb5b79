/**
 * Location records in an SQLite file. This file lists everything public.
 *
 * @module
 */
export { openSqliteStore } from './open-sqlite-store.ts';
export type { SqliteStoreOptions } from './options.ts';
