import { type Coordinates, InvalidArgumentError, type LocationRecord } from '@location-records/core';
import { checkWritten } from '../check-record.ts';
import { FormatError } from '../formats.ts';
import { quote } from '../parsed-entry.ts';
import { PointWriter } from './point-blob.ts';
import { createSchema, recordTable, wgs84 } from './schema.ts';
import { createSpatialIndex, createTriggers, type IndexPoint } from './spatial-index.ts';
import { type BoundValue, type DatabaseSync, loadSqlite } from './sqlite-engine.ts';

const encoder = new TextEncoder();

/**
 * Without flushes: the file is a temporary one, and its caller flushes it. The journal stays in memory and nearly empty,
 * since the database was empty before the transaction. Some engines refuse to be without one.
 */
const settings = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA cache_size = -16384;
`;

/**
 * Writes records as a GeoPackage to an empty file. When it rejects, the file is of no use.
 *
 * @throws {FormatError} (as a rejection) `FORMAT_INVALID` when two records have the same identifier.
 */
export async function writeGeoPackage(
  path: string,
  batches: AsyncIterable<readonly LocationRecord[]>,
): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec(settings);
    // The transaction is for speed: without one, each row would be a transaction.
    database.exec('BEGIN');
    createSchema(database);
    const indexPoint = createSpatialIndex(database);
    await insertRecords(database, indexPoint, batches);
    if (indexPoint) createTriggers(database);
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

async function insertRecords(
  database: DatabaseSync,
  indexPoint: IndexPoint | undefined,
  batches: AsyncIterable<readonly LocationRecord[]>,
): Promise<void> {
  const insertion = `INSERT INTO ${recordTable} VALUES (?, ?, CAST(? AS TEXT), CAST(? AS TEXT))`;
  const insert = database.prepare(`${insertion} ON CONFLICT (id) DO NOTHING`);
  const points = new PointWriter(wgs84);
  const extent = new Extent();
  let fid = 0;
  for await (const batch of batches) {
    if (!Array.isArray(batch)) throw new InvalidArgumentError('batches', 'an iterable of arrays of records');
    for (const record of batch as readonly LocationRecord[]) {
      checkWritten(record);
      const [id, { description, coordinates }] = record;
      fid++;
      const point = points.write(coordinates);
      if (Number(insert.run(fid, point, bindText(id), bindText(description)).changes) === 0) {
        throw new FormatError('FORMAT_INVALID', `Two of the records have the identifier ${quote(id)}.`);
      }
      indexPoint?.(fid, coordinates);
      extent.include(coordinates);
    }
  }
  if (fid > 0) {
    const update = database.prepare('UPDATE gpkg_contents SET min_x = ?, min_y = ?, max_x = ?, max_y = ?');
    update.run(extent.minX, extent.minY, extent.maxX, extent.maxY);
  }
}

/** Some engines cut strings at NUL, and some take empty bytes for NULL. */
function bindText(text: string | undefined): BoundValue {
  if (text === undefined) return null;
  return text.includes('\0') ? encoder.encode(text) : text;
}

/** The box around all points. */
class Extent {
  minX = Number.POSITIVE_INFINITY;
  minY = Number.POSITIVE_INFINITY;
  maxX = Number.NEGATIVE_INFINITY;
  maxY = Number.NEGATIVE_INFINITY;

  include({ latitude, longitude }: Coordinates): void {
    this.minX = Math.min(this.minX, longitude);
    this.minY = Math.min(this.minY, latitude);
    this.maxX = Math.max(this.maxX, longitude);
    this.maxY = Math.max(this.maxY, latitude);
  }
}
