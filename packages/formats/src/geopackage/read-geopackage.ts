import { setImmediate as nextTurn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { checkRecord } from '../check-record.ts';
import { FormatError } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../parsed-entry.ts';
import { findLayer, type GeoPackageSettings, type Layer } from './layer.ts';
import type { DatabaseSync } from './open-geopackage.ts';
import { openGeoPackage, rowsOf, unreadable } from './open-geopackage.ts';
import { readPoint } from './point-blob.ts';
import { storedRowsOf } from './tables.ts';

/** A value of a column. Text is bytes in the encoding of the database. */
type ColumnValue = Uint8Array | number | null;
type ColumnType = 'text' | 'integer' | 'real' | 'blob' | 'null';

interface Row {
  readonly key: number | null;
  readonly length: number;
  readonly geometry: ColumnValue;
  readonly idType: ColumnType;
  readonly id: ColumnValue;
  readonly descriptionType: ColumnType;
  readonly description: ColumnValue;
}

/**
 * Reads a GeoPackage in the order of its rows, as a snapshot.
 *
 * @throws {FormatError} `FORMAT_INVALID` if the file is not a GeoPackage, is damaged, or has no layer to
 * read.
 * @throws the error of `node:fs` if the file cannot be read.
 */
export async function* readGeoPackage(
  path: string,
  settings: GeoPackageSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const database = await openGeoPackage(path);
  try {
    const layer = findLayer(database, settings);
    const decoder = textDecoder(database);
    const batch = new EntryBatch();
    let index = 0;
    const select = selection(layer, settings.maxRecordLength);
    const rows = settings.trusted
      ? rowsOf<Row>(database.prepare(select))
      : storedRowsOf<Row>(database, select);
    for (const row of rows) {
      index++;
      batch.add(readRow(row, { index, line: row.key ?? index }, layer, decoder, settings), row.length);
      if (!batch.isFull) continue;
      yield batch.take();
      // SQLite reads synchronously: without a break, timers and signals would wait for the whole file.
      await nextTurn();
    }
    if (!batch.isEmpty) yield batch.take();
  } catch (error) {
    throw error instanceof FormatError ? error : unreadable(error);
  } finally {
    database.close();
  }
}

/** Creates a decoder for the text of this database, which SQLite keeps in one of three encodings. */
export function textDecoder(database: DatabaseSync): TextDecoder {
  const { encoding } = database.prepare('SELECT encoding FROM pragma_encoding').get() as { encoding: string };
  // A leading U+FEFF is text like any other.
  return new TextDecoder(encoding, { ignoreBOM: true, fatal: true });
}

/**
 * Returns the statement that reads a layer. The values of a row longer than `maxLength` bytes are not read
 * into memory. Some versions of `node:sqlite` do not bind a repeated parameter such as `?1`.
 */
function selection({ table, geometry, key, id, description }: Layer, maxLength: number): string {
  const keyColumn = key === undefined ? 'NULL' : nameOf(key);
  const geometryColumn = nameOf(geometry);
  const idColumn = nameOf(id);
  const descriptionColumn = description === undefined ? 'NULL' : nameOf(description);
  const length = [geometryColumn, idColumn, descriptionColumn]
    .map((column) => `ifnull(octet_length(${column}), 0)`)
    .join(' + ');
  const fitting = (value: string) => `CASE WHEN ${length} <= ${maxLength} THEN ${value} END`;
  return `
    SELECT
      CAST(${keyColumn} AS REAL) AS key,
      ${length} AS length,
      ${fitting(geometryColumn)} AS geometry,
      typeof(${idColumn}) AS idType,
      ${fitting(exactValue(idColumn))} AS id,
      typeof(${descriptionColumn}) AS descriptionType,
      ${fitting(exactValue(descriptionColumn))} AS description
    FROM ${nameOf(table)}
    ${key === undefined ? '' : `ORDER BY ${nameOf(table)}.${keyColumn}`}
  `;
}

/** As bytes, because engines cut text at NUL and replace invalid text, and large integers exceed a number. */
function exactValue(column: string): string {
  return `CASE typeof(${column})
    WHEN 'text' THEN CAST(${column} AS BLOB)
    WHEN 'integer' THEN CAST(CAST(${column} AS TEXT) AS BLOB)
    ELSE ${column} END`;
}

export function nameOf(column: string): string {
  return `"${column.replaceAll('"', '""')}"`;
}

function readRow(
  row: Row,
  position: RecordPosition,
  { srs }: Layer,
  decoder: TextDecoder,
  settings: GeoPackageSettings,
): ParsedEntry {
  const { maxRecordLength, dropAltitude } = settings;
  let id: unknown;
  try {
    if (row.length > maxRecordLength) {
      throw new Refusal('maxRecordLength', `the record is longer than ${maxRecordLength} bytes`);
    }
    id = readIdentifier(row, decoder);
    const description = readDescription(row, decoder);
    if (!(row.geometry instanceof Uint8Array)) {
      throw new Refusal(
        'SPEC 2',
        row.geometry === null ? 'the geometry is missing' : 'the geometry is not one',
      );
    }
    const coordinates = readPoint(row.geometry, srs, dropAltitude);
    return checkRecord(position, { id, description, ...coordinates }, settings);
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error, id);
    throw error;
  }
}

/** A number is an identifier, too, as in GeoJSON. */
function readIdentifier({ id, idType }: Row, decoder: TextDecoder): unknown {
  if (typeof id === 'number') return String(id);
  if (idType === 'blob') throw new Refusal('SPEC 2', 'the identifier is bytes, not text');
  return id === null ? undefined : decode(id, decoder, 'D1', 'identifier');
}

function readDescription({ description, descriptionType }: Row, decoder: TextDecoder): unknown {
  if (typeof description === 'number' || description === null) return description;
  if (descriptionType === 'blob') throw new Refusal('D27', 'the description is bytes, not text');
  const text = decode(description, decoder, 'D33', 'description');
  return descriptionType === 'integer' ? Number(text) : text;
}

export function decode(bytes: Uint8Array, decoder: TextDecoder, rule: string, what: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new Refusal(rule, `the ${what} is not valid ${decoder.encoding.toUpperCase()}`);
  }
}
