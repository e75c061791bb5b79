import type { StoreError } from '@location-records/core';
import { stripes } from '@location-records/core/areas';
import type { DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';

// 9e999 is infinity in SQL.
const tableSql = `CREATE TABLE locations (
  id TEXT PRIMARY KEY NOT NULL,
  description TEXT,
  latitude REAL NOT NULL CHECK (abs(latitude) < 9e999),
  longitude REAL NOT NULL CHECK (abs(longitude) < 9e999)
) STRICT, WITHOUT ROWID`;

/** The name of the index that area queries need. */
export const areaIndex = 'locations_by_place';

/**
 * The SQL of the stripe of a record, which equals `stripeOf` for every finite longitude. It uses only core
 * functions, because every program that writes to the file must compute it.
 */
export const stripeSql = `min(max(CAST((longitude + 180.0) / ${stripes.width} AS INTEGER), ${stripes.first}), ${stripes.last})`;

// SQLite adds the identifier, the key of the table, to each entry.
const areaIndexSql = `CREATE INDEX ${areaIndex} ON locations (${stripeSql}, latitude, longitude)`;

/** Creates the table. Call it within a transaction. */
export function createTable(database: DatabaseSync): void {
  database.exec(tableSql);
}

/** Creates the index of area queries if it is missing. Call it within a transaction. */
export function createAreaIndex(database: DatabaseSync): void {
  if (!hasAreaIndex(database)) database.exec(areaIndexSql);
}

/** Returns whether the database has the index of area queries. */
export function hasAreaIndex(database: DatabaseSync): boolean {
  return sqlOf(database, areaIndex) !== undefined;
}

/**
 * Returns whether the database is empty; otherwise it has the table of this service, and nothing that changes
 * what is written to it: a trigger, or a unique index, could make a write vanish that was acknowledged.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` if it is anything else.
 */
export function isEmpty(database: DatabaseSync, path: string): boolean {
  const problem = (text: string) => failures.unsuitable('open', path, text);
  const table = sqlOf(database, 'locations');
  if (table === undefined) {
    if (database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined) return true;
    throw problem('it is the database of another program; choose another path');
  }
  if (!isSameSql(table, tableSql)) {
    throw problem(
      'its table "locations" differs from the one that this service creates; choose another path',
    );
  }
  const index = sqlOf(database, areaIndex);
  if (index !== undefined && !isSameSql(index, areaIndexSql)) {
    throw problem(
      `its index "${areaIndex}" differs from the one that this service creates; drop that index, and open the store again`,
    );
  }
  const [stray, ...more] = strayParts(database);
  if (stray !== undefined) {
    const rest = more.length === 0 ? '' : ` and ${more.length} more triggers or indexes`;
    throw problem(
      `its table "locations" has the ${stray.type} ${nameForSql(stray.name)}${rest}, which this service has not created, and which may change what is written; run ${[stray, ...more].slice(0, maxDrops).map(dropSql).join(' ')} or choose another path`,
    );
  }
  return false;
}

/** Creates the error for a database that must not be created. */
export function missingTable(path: string): StoreError {
  return failures.unsuitable('open', path, 'it has no table "locations" yet; check the path');
}

/** Creates the error for an index of area queries that must not be built. */
export function missingIndex(path: string): StoreError {
  const problem = 'its index of area queries is missing; open it once with the option "areas" to build it';
  return failures.unsuitable('open', path, problem);
}

/** A trigger or an index of the table that this service has not created. */
interface StrayPart {
  readonly type: 'trigger' | 'index';
  readonly name: string;
}

/** Returns the triggers and indexes of the table that are not ours. The index of the key has no SQL. */
function strayParts(database: DatabaseSync): readonly StrayPart[] {
  const statement = database.prepare(`
    SELECT type, name FROM sqlite_schema
    WHERE type IN ('trigger', 'index') AND lower(tbl_name) = 'locations' AND sql IS NOT NULL
      AND lower(name) <> ? ORDER BY type DESC, name`);
  return statement.all(areaIndex) as readonly StrayPart[];
}

/** How many statements a message advises. */
const maxDrops = 3;

function dropSql({ type, name }: StrayPart): string {
  return `DROP ${type.toUpperCase()} ${nameForSql(name)};`;
}

function nameForSql(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Returns the SQL that created a table or an index, or `undefined` if it is missing. */
function sqlOf(database: DatabaseSync, name: string): string | undefined {
  const statement = database.prepare('SELECT sql FROM sqlite_schema WHERE lower(name) = ?');
  return (statement.get(name) as { readonly sql: string } | undefined)?.sql;
}

/** Compares SQL without spaces, quotes and case, which a dump or a person may change. */
function isSameSql(found: string, expected: string): boolean {
  const plain = (sql: string) => sql.replace(/[\s"]+/g, '').toLowerCase();
  return plain(found) === plain(expected);
}
