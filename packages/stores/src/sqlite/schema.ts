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
 * Returns whether the database is empty; otherwise it has the table of this service.
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
  return false;
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
