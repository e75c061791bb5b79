/**
 * Location records in an SQLite file. This file lists everything public.
 *
 * @module
 */
export type { SqliteAreaStore } from './area-store.ts';
export {
  type BoundValue,
  type DatabaseSync,
  type Engine as SqliteEngine,
  loadEngine as loadSqliteEngine,
  type StatementSync,
} from './engine.ts';
export { openSqliteStore } from './open-sqlite-store.ts';
export type { SqliteStoreOptions } from './options.ts';
export type { ProcessChannel } from './process-channel.ts';
export type { SqliteStore } from './sqlite-store.ts';
