import { StoreError } from '@location-records/core';
import type { DatabaseSync } from './database.ts';
import { withoutSqliteWarning } from './without-sqlite-warning.ts';

/** The part of `node:sqlite` that is used, whoever provides it. */
export interface Engine {
  readonly DatabaseSync: new (path: string) => DatabaseSync;
}

/** Where engines can come from. */
export interface EngineSources {
  /** The module `node:sqlite`, or `undefined` where this runtime has none. */
  builtin(): unknown;
  /** The drop-in for runtimes without one. */
  dropIn(): Promise<unknown>;
}

const sources: EngineSources = {
  // Not an import: on a runtime without the module that would fail to load, and bundlers would follow it.
  builtin: () => withoutSqliteWarning(() => process.getBuiltinModule?.('node:sqlite')),
  dropIn: () => import('@photostructure/sqlite'),
};

/**
 * The SQLite of this runtime: `node:sqlite` (Node 22.13 and later, Bun, Deno), else `@photostructure/sqlite`.
 *
 * @throws {StoreError} `STORE_UNAVAILABLE` when there is neither.
 */
export async function loadEngine({ builtin, dropIn }: EngineSources = sources): Promise<Engine> {
  const engine = builtin();
  if (engine !== undefined) return engine as Engine;
  try {
    return (await dropIn()) as Engine;
  } catch (cause) {
    throw new StoreError(
      'STORE_UNAVAILABLE',
      'This runtime has no SQLite: install the package "@photostructure/sqlite", or use Node 22.13 or later.',
      { cause },
    );
  }
}
