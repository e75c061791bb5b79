import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import type { GeoPackageSettings } from '../../src/geopackage/layer.ts';
import { type DatabaseSync, loadSqlite } from '../../src/geopackage/open-geopackage.ts';
import { readGeoPackage } from '../../src/geopackage/read-geopackage.ts';
import { writeGeoPackage } from '../../src/geopackage/write-geopackage.ts';
import { checkParseOptions } from '../../src/parse-options.ts';
import type { ParsedEntry } from '../../src/parsed-entry.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** Writes records as a GeoPackage in a folder of the test. */
export async function writtenGeoPackage(records: readonly LocationRecord[]): Promise<string> {
  const path = join(await temporaryFolder(), 'places.gpkg');
  await writeFile(path, '');
  await writeGeoPackage(path, inBatches(records));
  return path;
}

/** Records in batches of up to three. */
export async function* inBatches(
  records: readonly LocationRecord[],
): AsyncGenerator<readonly LocationRecord[]> {
  for (let start = 0; start < records.length; start += 3) yield records.slice(start, start + 3);
}

/** Changes a database as another program would. */
export async function changeDatabase(path: string, change: (database: DatabaseSync) => void): Promise<void> {
  const { DatabaseSync } = await loadSqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA synchronous = OFF');
    change(database);
  } finally {
    database.close();
  }
}

const defaults = { ...checkParseOptions({}), layer: undefined, trusted: false };

/** All entries of a GeoPackage. */
export async function readAll(
  path: string,
  settings: Partial<GeoPackageSettings> = {},
): Promise<ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  for await (const batch of readGeoPackage(path, { ...defaults, ...settings })) entries.push(...batch);
  return entries;
}

/** The records of a GeoPackage without refusals. */
export async function readRecordsOf(path: string): Promise<LocationRecord[]> {
  return (await readAll(path)).map((entry) => {
    if ('record' in entry) return entry.record;
    throw new Error(`${entry.id} is refused: ${entry.reason}`);
  });
}
