import { FormatError } from '../formats.ts';

/** A value that a statement binds. */
export type BoundValue = string | number | Uint8Array | null;

/** The part of `StatementSync` of `node:sqlite` that a GeoPackage needs. */
export interface StatementSync {
  run(...values: BoundValue[]): { readonly changes: number | bigint };
  get(...values: BoundValue[]): unknown;
  iterate(...values: BoundValue[]): Iterable<unknown>;
}

/** The part of `DatabaseSync` of `node:sqlite` that a GeoPackage needs. */
export interface DatabaseSync {
  exec(sql: string): void;
  prepare(sql: string): StatementSync;
  close(): void;
}

interface SqliteEngine {
  readonly DatabaseSync: new (path: string, options?: { readonly readOnly?: boolean }) => DatabaseSync;
}

const dropIn = '@location-records/sqlite-node20';

/**
 * Loads `node:sqlite`, or the drop-in for versions of Node.js that lack it.
 *
 * @param importDropIn for tests.
 * @throws {FormatError} (as a rejection) `FORMAT_UNAVAILABLE` when neither can be loaded.
 */
export async function loadSqlite(
  importDropIn: () => Promise<unknown> = () => import('@location-records/sqlite-node20'),
): Promise<SqliteEngine> {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as SqliteEngine | undefined;
  if (builtIn !== undefined) return builtIn;
  try {
    return (await importDropIn()) as SqliteEngine;
  } catch (cause) {
    throw new FormatError('FORMAT_UNAVAILABLE', unavailable(cause), { cause });
  }
}

function unavailable(cause: unknown): string {
  const { code, message } = cause as NodeJS.ErrnoException;
  const isMissing = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return isMissing && message.includes(`'${dropIn}'`)
    ? `GeoPackage needs SQLite, which this runtime lacks: run npm install ${dropIn}, or use Node.js 22.13 or later.`
    : `GeoPackage needs SQLite, and ${dropIn} cannot be loaded: ${message}`;
}
