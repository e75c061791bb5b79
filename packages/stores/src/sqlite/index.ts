/**
 * Location records in an SQLite file.
 *
 * @module
 */
export { openSqliteStore } from './open-sqlite-store.ts';
export type { SqliteStoreOptions } from './options.ts';
export {
  backupSqliteFile,
  checkSqliteFile,
  type SqliteBackup,
  type SqliteBackupOptions,
  type SqliteFileOptions,
} from './whole-file.ts';
