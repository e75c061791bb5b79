import { open, stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { FormatError } from '../formats.ts';

/** Offsets in the header of an SQLite database (sqlite.org/fileformat.html). */
const header = { length: 100, readVersion: 19, applicationId: 68 } as const;
const magic = 'SQLite format 3\0';
/** The version of files with a write-ahead log. */
const walVersion = 2;
/** "LOCR": the SQLite store of this service. */
const storeId = 0x4c4f4352;

/**
 * Opens a GeoPackage for reading. Writes neither to the file nor to its folder.
 *
 * @throws {FormatError} `FORMAT_INVALID` if the file is not a GeoPackage.
 * @throws the error of `node:fs` if the file cannot be read.
 */
export async function openGeoPackage(path: string): Promise<DatabaseSync> {
  const bytes = await readHeader(path);
  if (bytes.toString('latin1', 0, magic.length) !== magic) {
    throw invalid('This is not a GeoPackage: it is not an SQLite database.');
  }
  if (bytes.length < header.length) {
    throw invalid('This GeoPackage is cut short.');
  }
  if (bytes.readUInt32BE(header.applicationId) === storeId) {
    throw invalid('This is not a GeoPackage, but an SQLite store of this service: open it as a store.');
  }
  const isAtRest = bytes[header.readVersion] === walVersion && !(await hasLog(path));
  const { DatabaseSync } = await loadSqlite();
  // SQLite creates files beside a database that may have a write-ahead log, unless it is immutable. Only a
  // URI can say so, which Node.js understands from 22.15 on.
  const location = isAtRest ? `${pathToFileURL(path).href}?immutable=1` : path;
  const database = new DatabaseSync(location, { readOnly: true });
  try {
    const safe = 'PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA query_only = ON';
    database.exec(`${safe}; PRAGMA cache_size = -8192`);
    return database;
  } catch (error) {
    database.close();
    throw unreadable(error);
  }
}

async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(header.length);
    const { bytesRead } = await file.read(bytes, 0, header.length, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Whether changes by another program are still in the log of the database. */
async function hasLog(path: string): Promise<boolean> {
  try {
    return (await stat(`${path}-wal`)).size > 0;
  } catch {
    return false;
  }
}

/** Converts a failure of SQLite to an error. */
export function unreadable(cause: unknown): FormatError {
  const problem = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, '');
  return invalid(`This GeoPackage cannot be read: ${problem}.`, { cause });
}

export function invalid(message: string, options?: { readonly cause: unknown }): FormatError {
  return new FormatError('FORMAT_INVALID', message, options);
}

/** The statements whose rows are being read. */
const inUse = new Set<StatementSync>();

/**
 * Iterates over the rows of a statement, and keeps a reference to it: `@photostructure/sqlite` 1.2 crashes if
 * a statement is collected as garbage before its iterator.
 */
export function* rowsOf<Row>(statement: StatementSync, ...values: BoundValue[]): Generator<Row, undefined> {
  inUse.add(statement);
  try {
    yield* statement.iterate(...values) as Iterable<Row>;
  } finally {
    inUse.delete(statement);
  }
}

export type BoundValue = string | number | Uint8Array | null;

/** The part of `StatementSync` of `node:sqlite` that is used. */
export interface StatementSync {
  run(...values: BoundValue[]): { readonly changes: number | bigint };
  get(...values: BoundValue[]): unknown;
  iterate(...values: BoundValue[]): Iterable<unknown>;
}

/** The part of `DatabaseSync` of `node:sqlite` that is used. */
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
 * @throws {FormatError} `FORMAT_UNAVAILABLE` if neither can be loaded.
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
