import { firstStripe, lastStripe, stripeWidth } from '@location-records/core/areas';
import type { DatabaseSync } from './engine.ts';

/** The name of the index that area queries need. */
export const areaIndexName = 'locations_by_place';

/**
 * The SQL of the stripe of a record: the same number as `stripeOf` for every finite longitude. It has core functions
 * alone, because every program that writes to the file has to compute it.
 */
export const stripeExpression = `min(max(CAST((longitude + 180.0) / ${stripeWidth} AS INTEGER), ${firstStripe}), ${lastStripe})`;

// SQLite adds the identifier to each entry, since the table has no other key.
const creation = `CREATE INDEX ${areaIndexName} ON locations (${stripeExpression}, latitude, longitude)`;

/** Creates the index, which takes about a second for a million records. Call it within a transaction. */
export function createAreaIndex(database: DatabaseSync): void {
  // Another process may have created it a moment ago.
  if (!hasAreaIndex(database)) database.exec(creation);
}

/** Whether the database has the index. */
export function hasAreaIndex(database: DatabaseSync): boolean {
  const sql = `SELECT 1 FROM sqlite_schema WHERE name = '${areaIndexName}'`;
  return database.prepare(sql).get() !== undefined;
}

/** Whether this SQL, as SQLite keeps it, creates the same index. Spaces between the words do not matter. */
export function isAreaIndex(sql: string | null): boolean {
  return sql?.replace(/\s+/g, '') === creation.replace(/\s+/g, '');
}
