import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseSync } from '@location-records/stores/sqlite';
import { checkRecord } from '../check-record.ts';
import { FormatError } from '../format-error.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { Refusal, refuseRecord } from '../refusal.ts';
import { batchLimits } from '../text-reader.ts';
import { findLayer, type Layer, type LayerSettings } from './layer.ts';
import { openGeoPackage, unreadable } from './open-geopackage.ts';
import { readPoint } from './point-blob.ts';

/** What to read, and what to refuse. */
export interface GeoPackageSettings extends LayerSettings {
  readonly dropAltitude: boolean;
  readonly strictCoordinates: boolean;
  readonly maxRecordLength: number;
}

/** A value of a column: text as bytes, in the encoding of the database. */
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
 * Reads a GeoPackage in the order of its rows, as it is at one moment.
 *
 * @throws {FormatError} `FORMAT_INVALID` when the file is not a GeoPackage, is damaged, or has no layer to read.
 * @throws the error of `node:fs` when the file cannot be read.
 */
export async function* readGeoPackage(
  path: string,
  settings: GeoPackageSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const database = await openGeoPackage(path);
  try {
    const layer = findLayer(database, settings);
    const decoder = textDecoder(database);
    let batch: ParsedEntry[] = [];
    let bytes = 0;
    let index = 0;
    for (const row of database.prepare(selection(layer)).iterate(settings.maxRecordLength) as Iterable<Row>) {
      index++;
      batch.push(readRow(row, { index, line: row.key ?? index }, layer, decoder, settings));
      bytes += row.length;
      if (batch.length < batchLimits.entries && bytes < batchLimits.bytes) continue;
      yield batch;
      batch = [];
      bytes = 0;
      // SQLite answers at once, so timers and signals would have to wait for the whole file.
      await nextTurn();
    }
    if (batch.length > 0) yield batch;
  } catch (error) {
    throw error instanceof FormatError ? error : unreadable(error);
  } finally {
    database.close();
  }
}
