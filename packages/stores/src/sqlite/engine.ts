import { loadPackage } from '../shared/load-package.ts';

/** A value bound to a parameter. */
export type BoundValue = string | number | Uint8Array | null;

/** The part of a prepared statement of `node:sqlite` that the store uses. */
export interface StatementSync {
  run(...values: BoundValue[]): { readonly changes: number | bigint };
  get(...values: BoundValue[]): unknown;
  all(...values: BoundValue[]): readonly unknown[];
  /** Missing before Node.js 22.16. */
  setReturnArrays?(enabled: boolean): void;
}

/** The part of a connection of `node:sqlite` that the store uses. */
export interface DatabaseSync {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}

/** The part of `node:sqlite` that the store uses. */
export interface Engine {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => DatabaseSync;
}

/**
 * Loads `node:sqlite` (Node.js 22.13 and later, Bun, Deno), or the drop-in for earlier versions of Node.js.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` if neither can be loaded.
 */
export async function loadEngine(): Promise<Engine> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Engine | undefined;
  return (
    builtIn ??
    loadPackage<Engine>(
      'SQLite',
      '@location-records/sqlite-node20',
      () => import('@location-records/sqlite-node20'),
    )
  );
}
