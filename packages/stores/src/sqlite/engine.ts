import { StoreError } from '@location-records/core';
import { oneLine } from '../shared/failures.ts';

/** A value that is bound to a parameter of a statement. */
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

const dropIn = '@location-records/sqlite-node20';

/**
 * Loads `node:sqlite` (Node.js 22.13 and later, Bun, Deno), or else the drop-in for earlier versions of Node.js.
 *
 * @throws {StoreError} (as a rejection) `STORE_UNAVAILABLE` when neither can be loaded.
 */
export async function loadEngine(): Promise<Engine> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Engine | undefined;
  if (builtIn) return builtIn;
  try {
    return (await import('@location-records/sqlite-node20')) as Engine;
  } catch (cause) {
    throw new StoreError('STORE_UNAVAILABLE', unavailable(cause), { cause });
  }
}

/** Says why the drop-in could not be loaded, and what to do. */
export function unavailable(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isMissing && message.includes(`'${dropIn}'`)
    ? `This runtime has no SQLite: run npm install ${dropIn}, or use Node.js 22.13 or later.`
    : `Cannot load SQLite from ${dropIn}: ${oneLine(cause)}.`;
}
