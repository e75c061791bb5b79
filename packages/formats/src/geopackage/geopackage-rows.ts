import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TextDecoder } from 'node:util';
import { FormatError } from '../formats.ts';
import { EntryBatch } from '../input.ts';
import { quote, quoteAll, type RecordPosition, Refusal, refuseRecord } from '../parsed-entry.ts';
import type {
  FieldName,
  ReferenceSystem,
  RowBatches,
  RowEntry,
  RowReader,
  RowSettings,
} from '../rows/row.ts';
import { otherDatabase, unread, unreadKind } from '../unread-formats.ts';
import type { DatabaseSync } from './open-geopackage.ts';
import { invalid, openGeoPackage, rowsOf, unreadable } from './open-geopackage.ts';
import { readGeometry } from './point-blob.ts';
import { decode, nameOf, textDecoder } from './read-geopackage.ts';
import { checkCatalogue, checkIsStored, firstOf, mostListed, storedRowsOf } from './tables.ts';

/** A layer, or a table without geometries. */
interface RowTable {
  readonly name: string;
  /** The column of the geometries, their type and the identifier of their system in this file. */
  readonly geometry: string | null;
  readonly type: string | null;
  readonly srs: number | null;
}

/** A column of a table. */
interface Column {
  readonly name: string;
  readonly type: string;
  readonly pk: number;
}

/** A value of a column. Text is bytes in the encoding of the database. */
type ColumnValue = Uint8Array | string | number | null;
type SelectedRow = Readonly<Record<string, ColumnValue>> & {
  readonly length: number;
  readonly key: number | null;
};

/**
 * Reads the rows of a GeoPackage in their order, as a snapshot: those of its only layer of points, or of the
 * only table. `source.path` is its path.
 *
 * @throws {FormatError} `FORMAT_INVALID` if the file is not a GeoPackage, is damaged, or the layer has to be
 * chosen.
 * @throws the error of `node:fs` if the file cannot be read.
 */
export const readGeoPackageRows: RowReader = async function* (source, settings): RowBatches {
  const { path } = source;
  if (path === undefined) {
    throw new FormatError(
      'FORMAT_INVALID',
      'A GeoPackage is read from a file, which must not be compressed.',
    );
  }
  const database = await openGeoPackage(path);
  try {
    const table = chooseTable(listTables(database, path, settings), settings);
    if (!settings.trusted) checkIsStored(database, table.name, `The layer ${quote(table.name)}`);
    const system = systemOf(database, table, settings);
    if (system !== undefined) settings.system(system);
    yield* readTable(database, table, settings);
  } catch (error) {
    throw error instanceof FormatError ? error : unreadable(error);
  } finally {
    database.close();
  }
};

function listTables(database: DatabaseSync, path: string, { trusted }: RowSettings): readonly RowTable[] {
  const find = database.prepare('SELECT 1 FROM sqlite_schema WHERE lower(name) = ?');
  const has = (name: string) => find.get(name) !== undefined;
  if (!has('gpkg_contents')) {
    const isMap = has('tiles') && has('metadata');
    throw isMap
      ? unread('a map of tiles (MBTiles)', 'It has no records of places.')
      : unreadKind(otherDatabase, path);
  }
  // A file without geometries need not have the table of them.
  const hasGeometries = has('gpkg_geometry_columns');
  if (!trusted)
    checkCatalogue(database, 'gpkg_contents', ...(hasGeometries ? ['gpkg_geometry_columns'] : []));
  const geometries = hasGeometries
    ? firstOf('gpkg_geometry_columns', mostListed.layers)
    : '(SELECT NULL AS table_name, NULL AS column_name, NULL AS geometry_type_name, NULL AS srs_id)';
  const list = `
    SELECT c.table_name AS name, g.column_name AS geometry, g.geometry_type_name AS type, g.srs_id AS srs
    FROM ${firstOf('gpkg_contents', mostListed.layers)} c
    LEFT JOIN ${geometries} g ON lower(g.table_name) = lower(c.table_name)
    WHERE c.data_type IN ('features', 'attributes')
    ORDER BY c.table_name
    LIMIT ${mostListed.layers}
  `;
  return [...rowsOf<RowTable>(database.prepare(list))];
}

/** The types of layers that may have points. */
const typesWithPoints = ['POINT', 'MULTIPOINT', 'GEOMETRY', 'GEOMETRYCOLLECTION'];

function chooseTable(tables: readonly RowTable[], { layer, note }: RowSettings): RowTable {
  const names = quoteAll(tables.map(({ name }) => name));
  const layers = tables.filter(({ geometry }) => geometry !== null);
  const points = layers.filter(({ type }) => typesWithPoints.includes(String(type).toUpperCase()));
  const [first] = points.length > 0 ? points : tables;
  if (first === undefined) throw invalid('This GeoPackage has no layer of features and no table.');
  if (layer !== undefined) {
    const chosen = tables.find(({ name }) => name === layer);
    if (chosen === undefined) throw invalid(`This GeoPackage has no layer ${quote(layer)}. It has ${names}.`);
    return chosen;
  }
  if (tables.length > 1 && points.length !== 1) {
    throw invalid(
      `This GeoPackage has several layers: ${names}. Choose one, as with layer: ${quote(first.name)}.`,
    );
  }
  if (tables.length > 1) note(`only the layer ${quote(first.name)} is read, as the only one with points`);
  return first;
}

/** Returns the reference system of a layer; nothing if it is undefined. */
function systemOf(
  database: DatabaseSync,
  { srs }: RowTable,
  { trusted }: RowSettings,
): ReferenceSystem | undefined {
  if (srs === null || srs === 0 || srs === -1) return undefined;
  if (!trusted) checkCatalogue(database, 'gpkg_spatial_ref_sys');
  const query = `
    SELECT srs_name AS title, organization, organization_coordsys_id AS code, definition
    FROM ${firstOf('gpkg_spatial_ref_sys', mostListed.systems)} WHERE srs_id = ?
  `;
  const found = database.prepare(query).get(srs) as
    | Readonly<Record<'title' | 'organization' | 'code' | 'definition', unknown>>
    | undefined;
  if (found === undefined) return { name: `the unknown system ${srs}` };
  const { title, code, definition } = found;
  const organization = String(found.organization).toUpperCase();
  return {
    name: organization === 'NONE' ? String(title) : `${organization}:${code}`,
    ...(typeof definition === 'string' && definition !== 'undefined' && { definition }),
  };
}

async function* readTable(database: DatabaseSync, table: RowTable, settings: RowSettings): RowBatches {
  const all = [
    ...rowsOf<Column>(database.prepare('SELECT name, type, pk FROM pragma_table_xinfo(?)'), table.name),
  ];
  const bytes = all.filter(({ name, type }) => name !== table.geometry && type.toUpperCase() === 'BLOB');
  if (bytes.length > 0) {
    settings.note(`columns of bytes are left out: ${quoteAll(bytes.map(({ name }) => name))}`);
  }
  const columns = all.filter(({ name }) => name !== table.geometry).map(({ name }) => name);
  const decoder = textDecoder(database);
  const batch = new EntryBatch<RowEntry>();
  let index = 0;
  const select = selection(table, all, columns, settings);
  const rows = settings.trusted
    ? rowsOf<SelectedRow>(database.prepare(select))
    : storedRowsOf<SelectedRow>(database, select);
  for (const row of rows) {
    index++;
    batch.add(readRow(row, { index, line: row.key ?? index }, table, columns, decoder, settings), row.length);
    if (!batch.isFull) continue;
    yield batch.take();
    // SQLite reads synchronously: without a break, timers and signals would wait for the whole file.
    await nextTurn();
  }
  if (!batch.isEmpty) yield batch.take();
}

/** Returns the statement that reads a table. Values beyond the largest length are not read into memory. */
function selection(
  { name, geometry }: RowTable,
  all: readonly Column[],
  columns: readonly string[],
  { maxRecordLength }: RowSettings,
): string {
  const keys = all.filter(({ pk }) => pk > 0);
  const key =
    keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER' ? nameOf(keys[0].name) : undefined;
  const lengthOf = (column: string) => `ifnull(octet_length(${column}), 0)`;
  const fitting = (column: string, value: string) =>
    `CASE WHEN ${lengthOf(column)} <= ${maxRecordLength} THEN ${value} END`;
  const geometryColumn = geometry === null ? 'NULL' : nameOf(geometry);
  return `
    SELECT
      ${key === undefined ? 'NULL' : `CAST(${key} AS REAL)`} AS key,
      ${[geometryColumn, ...columns.map(nameOf)].map(lengthOf).join(' + ')} AS length,
      ${fitting(geometryColumn, geometryColumn)} AS geometry
      ${columns.map((column, at) => `, ${fitting(nameOf(column), exactValue(nameOf(column)))} AS c${at}`).join('')}
    FROM ${nameOf(name)}
    ${key === undefined ? '' : `ORDER BY ${nameOf(name)}.${key}`}
  `;
}

/**
 * Text as bytes, because engines cut it at NUL and replace what is invalid; integers that exceed a number as
 * text, and bytes not at all.
 */
function exactValue(column: string): string {
  const { MAX_SAFE_INTEGER: max } = Number;
  return `CASE typeof(${column})
    WHEN 'text' THEN CAST(${column} AS BLOB)
    WHEN 'integer' THEN CASE WHEN ${column} BETWEEN -${max} AND ${max} THEN ${column} ELSE CAST(${column} AS TEXT) END
    WHEN 'real' THEN ${column} END`;
}

function readRow(
  row: SelectedRow,
  position: RecordPosition,
  table: RowTable,
  columns: readonly string[],
  decoder: TextDecoder,
  { maxRecordLength }: RowSettings,
): RowEntry {
  try {
    if (row.length > maxRecordLength) {
      throw new Refusal('maxRecordLength', `the record is longer than ${maxRecordLength} bytes`);
    }
    const fields = new Map<FieldName, unknown>();
    for (const [at, name] of columns.entries()) {
      const value = row[`c${at}`] ?? null;
      if (value === null) continue;
      fields.set(
        name,
        value instanceof Uint8Array ? decode(value, decoder, 'D33', `text in ${quote(name)}`) : value,
      );
    }
    if (row.geometry instanceof Uint8Array) {
      fields.set('geometry', readGeometry(row.geometry, table.srs as number));
    }
    return { ...position, fields, length: row.length };
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error);
    throw error;
  }
}
