import { resolve } from 'node:path';
import { completeOptions, OptionError } from '@location-records/core';
import { checkWholeNumber } from '../check-whole-number.ts';

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The database file. It is created when it is missing; its folder must exist. */
  readonly path: string;
  /**
   * `false` refuses a file that is missing or empty, and makes no database of it.
   * @default true
   */
  readonly create?: boolean | undefined;
  /**
   * How many milliseconds a write, or opening, waits for another process that holds the file locked: a whole
   * number up to 2,147,483,647.
   * @default 5000
   */
  readonly busyTimeout?: number | undefined;
  /** Gives up opening, which then rejects with the reason of the signal. Once the store is open it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

/** The options as the store works with them. */
export interface Settings {
  /** Absolute. */
  readonly path: string;
  readonly create: boolean;
  /** Milliseconds. */
  readonly busyTimeout: number;
}

/** The options, checked and completed. */
export function checkOptions(options: SqliteStoreOptions): Settings & { readonly signal: AbortSignal } {
  const never = new AbortController().signal;
  const complete = completeOptions(options, {
    path: undefined,
    create: true,
    busyTimeout: 5000,
    signal: never,
  });
  const { path, create, busyTimeout, signal } = complete;
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new OptionError('path', 'the path of a file');
  }
  // Each connection would get a memory of its own, and nothing would be durable.
  if (path.startsWith(':memory:')) {
    throw new OptionError('path', 'the path of a file; for records in memory use createMemoryStore()');
  }
  if (typeof create !== 'boolean') throw new OptionError('create', 'true or false');
  checkWholeNumber('busyTimeout', busyTimeout, { least: 0, most: 2_147_483_647, of: 'milliseconds' });
  if (!(signal instanceof AbortSignal)) throw new OptionError('signal', 'an AbortSignal');
  // An absolute path also keeps SQLite from reading "file:…" as a URI.
  return { path: resolve(path), create, busyTimeout, signal };
}
