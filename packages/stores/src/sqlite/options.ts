import { resolve } from 'node:path';
import { OptionError, type StoreError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkWholeNumber, maxTimeout } from '../shared/check-options.ts';

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The database file. Its folder must exist. */
  readonly path: string;
  /**
   * `false` refuses a missing or empty file instead of creating a database, and with `areas` a file without
   * the index instead of building it.
   * @default true
   */
  readonly create?: boolean | undefined;
  /**
   * `true` opens a file without the right or the wish to write to it: nothing is created, and writes reject. By
   * default the store then has area queries if the file has their index.
   * @default false
   */
  readonly readOnly?: boolean | undefined;
  /**
   * How many milliseconds a call, or a batch of a list, waits for a process that locks the file. A whole
   * number up to 2,147,483,647.
   * @default 5000
   */
  readonly busyTimeout?: number | undefined;
  /**
   * `true` offers area queries (`within`). A missing index is built while the store is in use; area queries
   * and writes wait for it.
   * @default false
   */
  readonly areas?: boolean | undefined;
  /**
   * Called with `'begin'` before a missing index of area queries is built, and with `'end'` when it is
   * complete, each with the number of records at the beginning. `onWarning` reports a failure.
   * @default none
   */
  readonly onIndexing?: ((step: 'begin' | 'end', records: number) => void) | undefined;
  /**
   * Called if the index of area queries cannot be built.
   * @default emits a process warning
   */
  readonly onWarning?: ((warning: StoreError) => void) | undefined;
  /**
   * Stops opening, which rejects with the reason of the signal. It has no effect afterwards.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** The options that the writer thread also needs. */
export interface FileSettings {
  /** Absolute. */
  readonly path: string;
  readonly create: boolean;
  readonly readOnly: boolean;
  /** Milliseconds. */
  readonly busyTimeout: number;
  /** `undefined` in a read-only store: as the file has it. */
  readonly areas: boolean | undefined;
}

/** The options, complete. */
export interface Settings {
  readonly file: FileSettings;
  readonly onIndexing: (step: 'begin' | 'end', records: number) => void;
  readonly onWarning: (warning: StoreError) => void;
  readonly signal: AbortSignal | undefined;
}

const optionNames = [
  ...['path', 'create', 'readOnly', 'busyTimeout', 'areas'],
  ...['onIndexing', 'onWarning', 'signal'],
] as const;

/**
 * Checks and completes the options.
 *
 * @throws {OptionError} if an option cannot work or is unknown.
 */
export function checkOptions(options: SqliteStoreOptions): Settings {
  const {
    path,
    readOnly = false,
    create = !readOnly,
    busyTimeout = 5000,
    areas = readOnly ? undefined : false,
    onIndexing = () => {},
    onWarning = (warning: StoreError) => process.emitWarning(warning),
    signal,
  } = checkOptionNames(options, optionNames);
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new OptionError('path', 'the path of a file');
  }
  // Each connection would get a separate memory, and nothing would be durable.
  if (path.startsWith(':memory:')) {
    throw new OptionError('path', 'the path of a file; for records in memory use createMemoryStore()');
  }
  checkOptionTypes('boolean', { create, readOnly, areas });
  if (readOnly && create) throw new OptionError('create', 'false or left out with readOnly: true');
  checkWholeNumber('busyTimeout', busyTimeout, { min: 0, max: maxTimeout, of: 'milliseconds' });
  checkOptionTypes('function', { onIndexing, onWarning });
  checkOptionTypes('signal', { signal });
  // An absolute path also keeps SQLite from reading "file:…" as a URI.
  const file = { path: resolve(path), create, readOnly, busyTimeout, areas };
  return { file, onIndexing, onWarning, signal };
}
