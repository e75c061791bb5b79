// Export, import and export again, in every format and through every store. See the README.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocationRecord } from '@location-records/core';
import {
  print,
  printTable,
  readFlags,
  runCampaign,
  type Verdict,
  withTemporaryFolder,
} from '@location-records/dev-kit/campaigns';
import { runForReport } from '../shared/command-process.ts';
import { type FreshStores, freshSqlite, freshStores } from '../shared/fresh-stores.ts';
import { maxSeed, seededRandom, seedFrom } from '../shared/random.ts';
import { foreignFiles, readCities, recordOf } from './foreign-files.ts';
import { generateRecords } from './generated-records.ts';

const values = readFlags({
  records: { type: 'number', min: 20 },
  seed: { type: 'number', min: 0, max: maxSeed },
  store: { type: 'choice', of: freshStores.map(({ name }) => name) },
});
const count = values.records ?? (values.short ? 2000 : 100_000);

/** The formats that are text, by the endings that name them here. */
const textFormats = ['geojson', 'geojsonseq', 'ndjson', 'csv', 'json', 'json-object'];
const allFormats = [...textFormats, 'gpkg'];

/** The file of a format that holds all records. */
type FileOf = (format: string) => string;

await runCampaign(values, async (verdict) => {
  const seed = seedFrom(values.seed, 'the same records');
  await withTemporaryFolder(async (folder) => {
    const fileOf: FileOf = (format) => join(folder, `first.${format}`);
    await makeFirstFiles(verdict, folder, fileOf, seed);
    const rows: string[][] = [];
    for (const stores of freshStores) {
      if (values.store !== undefined && values.store !== stores.name) continue;
      if (!stores.isThere()) {
        print(`${stores.name} is not on this machine: no file went through it`);
        continue;
      }
      const formats = values.short && stores.name !== 'SQLite' ? ['geojson', 'csv'] : allFormats;
      const begin = performance.now();
      await stores.within(async (fresh) => {
        for (const format of formats) await goRound(verdict, folder, fileOf, stores, fresh, format);
      });
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      rows.push([stores.name, String(count), formats.join(' '), seconds]);
    }
    printTable(['store', 'records', 'formats', 'seconds'], rows);
    await importCities(verdict, folder);
  });
});

/** Imports generated records from text that no code of the packages wrote, and exports them in every format. */
async function makeFirstFiles(verdict: Verdict, folder: string, fileOf: FileOf, seed: number): Promise<void> {
  const records = generateRecords(count, seededRandom(seed));
  const source = join(folder, 'source.ndjson');
  await writeFile(source, records.map(featureText).join('\n'));
  await freshSqlite.within(async (fresh) => {
    const store = await fresh();
    const { report } = await runForReport(['import', source, '--store', store]);
    verdict.check('every generated record is created', report.created === count && report.repeated === 0);
    for (const format of allFormats) await exportTo(store, fileOf(format), format);
  });
  const exported = await readFeatures(fileOf('ndjson'));
  verdict.check('what is exported first is what was generated', isSame(exported, records));
}

/** Imports a file into a store and exports it again, through SQLite once more where the store has no order. */
async function goRound(
  verdict: Verdict,
  folder: string,
  fileOf: FileOf,
  stores: FreshStores,
  fresh: () => Promise<string>,
  format: string,
): Promise<void> {
  const title = `${stores.name}, ${format}`;
  const store = await fresh();
  const { report } = await runForReport(['import', fileOf(format), '--store', store]);
  verdict.check(`${title}: every record is created`, report.created === count && report.repeated === 0);
  // The bytes of a GeoPackage may differ. Its records are compared as text.
  const last = format === 'gpkg' ? 'ndjson' : format;
  const again = join(folder, `again.${last}`);
  if (stores.isOrdered) {
    await exportTo(store, again, last);
  } else {
    const between = join(folder, `between.${format}`);
    await exportTo(store, between, format);
    await freshSqlite.within(async (freshFile) => {
      const ordered = await freshFile();
      await runForReport(['import', between, '--store', ordered]);
      await exportTo(ordered, again, last);
    });
  }
  const [before, after] = await Promise.all([readFile(fileOf(last)), readFile(again)]);
  verdict.check(`${title}: the same bytes after export, import and export`, before.equals(after));
}

/** Imports files of real cities with other names of members and columns, and compares every record. */
async function importCities(verdict: Verdict, folder: string): Promise<void> {
  const cities = readCities(values.short ? 5000 : Number.POSITIVE_INFINITY);
  const expected = cities.map(recordOf);
  for (const { name, flags, write } of foreignFiles) {
    const file = join(folder, name);
    await writeFile(file, write(cities));
    await freshSqlite.within(async (fresh) => {
      const store = await fresh();
      const { report } = await runForReport(['import', file, '--store', store, ...flags]);
      verdict.check(`${name}: every city is created`, report.created === cities.length);
      const exported = join(folder, 'cities.ndjson');
      await exportTo(store, exported, 'ndjson');
      verdict.check(`${name}: every city is as the source says`, isSame(await readFeatures(exported), expected));
      print(`${name}: ${cities.length} cities in ${(report.durationMs / 1000).toFixed(1)} s`);
    });
  }
}

async function exportTo(store: string, file: string, format: string): Promise<void> {
  await runForReport(['export', file, '--store', store, '--format', format]);
}

/** A Feature, in which a negative zero stays one. */
function featureText([id, { description, coordinates }]: LocationRecord): string {
  const numbers = [coordinates.longitude, coordinates.latitude].map((number) =>
    Object.is(number, -0) ? '-0.0' : JSON.stringify(number),
  );
  const properties = JSON.stringify({ description });
  const geometry = `{"type":"Point","coordinates":[${numbers}]}`;
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":${geometry},"properties":${properties}}`;
}

async function readFeatures(file: string): Promise<readonly LocationRecord[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return lines.map((line) => {
    const { id, geometry, properties } = JSON.parse(line);
    const [longitude, latitude] = geometry.coordinates;
    return [id, { ...properties, coordinates: { latitude, longitude } }];
  });
}

/** Whether these are the same records, in any order. A negative zero has become 0. */
function isSame(found: readonly LocationRecord[], expected: readonly LocationRecord[]): boolean {
  const textOf = ([, { description, coordinates }]: LocationRecord) =>
    JSON.stringify([description ?? null, coordinates.latitude + 0, coordinates.longitude + 0]);
  const contents = new Map(found.map((record) => [record[0], textOf(record)]));
  const isExpected = (record: LocationRecord) => contents.get(record[0]) === textOf(record);
  return found.length === expected.length && contents.size === expected.length && expected.every(isExpected);
}
