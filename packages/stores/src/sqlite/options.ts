import { resolve } from 'node:path';
import { OptionError, type StoreError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkWholeNumber, maxTimeout } from '../shared/check-options.ts';
import { isChannel, type ProcessChannel } from './process-channel.ts';

/** Options of {@link openSqliteStore}. */
export interface SqliteStoreOptions {
  /** The database file. Its folder must exist. */
  readonly path: string;
  /**
   * `false` refuses a missing or empty file instead of creating a database. With `areas` it also refuses a file without
   * the index, instead of building it.
   * @default true
   */
  readonly create?: boolean | undefined;
  /**
   * How many milliseconds a call waits for a process that locks the file, from the moment of the call; in a
   * list, for each batch. A whole number up to 2,147,483,647.
   * @default 5000
   */
  readonly busyTimeout?: number | undefined;
  /**
   * How many bytes the write-ahead log may grow to while lists are read. Beyond it, the oldest list is broken
   * off, and its next batch rejects with `STORE_UNAVAILABLE`. A whole number from 1,048,576.
   * @default 536_870_912
   */
  readonly maxLogSize?: number | undefined;
  /**
   * `true` offers area queries (`within`). They need an index, which is built where it is missing while the store is in
   * use; area queries and writes wait for it.
   * @default false
   */
  readonly areas?: boolean | undefined;
  /**
   * Called with `'begin'` when the index of area queries is missing and is being built, and with `'end'` when it is
   * complete. `onWarning` reports a failure. An error that it throws is ignored.
   * @default none
   */
  readonly onIndexing?: ((step: 'begin' | 'end') => void) | undefined;
  /**
   * Called with an error that no call rejects with, when the operator must act: a reader in another process
   * keeps the log above its limit, or the index of area queries cannot be built. An error that it throws is ignored.
   * @default emits it as a warning of the process
   */
  readonly onWarning?: ((warning: StoreError) => void) | undefined;
  /**
   * The channel to a process whose store of the same file writes for this one, see {@link SqliteStore.writeFor}: in a process
   * that was forked, `process`. This store then starts no thread, and never creates a file. Opening waits for an answer of
   * the other process up to `busyTimeout`.
   * @default none: this store writes itself
   */
  readonly writer?: ProcessChannel | undefined;
  /**
   * Stops opening, which then rejects with the reason of the signal. It has no effect afterwards.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** The options as the store works with them. */
export interface Settings {
  /** Absolute. */
  readonly path: string;
  readonly create: boolean;
  /** Milliseconds. */
  readonly busyTimeout: number;
  /** Bytes. */
  readonly maxLogSize: number;
  readonly areas: boolean;
}

/** What only the main thread needs. The hooks never throw. */
export interface Hooks {
  readonly writer: ProcessChannel | undefined;
  readonly signal: AbortSignal | undefined;
  onWarning(warning: StoreError): void;
  onIndexing(step: 'begin' | 'end'): void;
}

const optionNames = [
  'path',
  'create',
  'busyTimeout',
  'maxLogSize',
  'areas',
  'onIndexing',
  'onWarning',
  'writer',
  'signal',
] as const;

/** The options, checked and completed. */
export function checkOptions(options: SqliteStoreOptions): Settings & Hooks {
  const {
    path,
    create = true,
    busyTimeout = 5000,
    maxLogSize = 536_870_912,
    areas = false,
    onIndexing = () => {},
    onWarning = (warning: StoreError) => process.emitWarning(warning),
    writer,
    signal,
  } = checkOptionNames(options, optionNames);
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw new OptionError('path', 'the path of a file');
  }
  // Each connection would get a memory of its own, and nothing would be durable.
  if (path.startsWith(':memory:')) {
    throw new OptionError('path', 'the path of a file; for records in memory use createMemoryStore()');
  }
  checkOptionTypes('boolean', { create, areas });
  checkWholeNumber('busyTimeout', busyTimeout, { min: 0, max: maxTimeout, of: 'milliseconds' });
  checkWholeNumber('maxLogSize', maxLogSize, { min: 2 ** 20, max: Number.MAX_SAFE_INTEGER, of: 'bytes' });
  checkOptionTypes('function', { onWarning, onIndexing });
  checkOptionTypes('signal', { signal });
  if (writer !== undefined && !isChannel(writer)) {
    throw new OptionError(
      'writer',
      'one end of a channel between processes, such as "process" of a forked one',
    );
  }
  // An absolute path also keeps SQLite from reading "file:…" as a URI.
  return {
    path: resolve(path),
    create,
    busyTimeout,
    maxLogSize,
    areas,
    onIndexing: ignoringFailures(onIndexing),
    onWarning: ignoringFailures(onWarning),
    writer,
    signal,
  };
}

/** A hook that throws or rejects must not undo what the store does. */
function ignoringFailures<Details extends readonly unknown[]>(
  hook: ((...details: Details) => unknown) | undefined,
): (...details: Details) => Promise<void> {
  return async (...details) => {
    try {
      await hook?.(...details);
    } catch {}
  };
}
