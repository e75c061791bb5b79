import { FormatError, type ImportFormat } from '../formats.ts';
import type { RowReader } from './row.ts';

/** Loads the reader of a format, with its library. */
export type ReaderLoaders = Readonly<Record<ImportFormat, () => Promise<RowReader>>>;

/** What reads formats on any runtime. */
export const loadReader: ReaderLoaders = {
  csv: async () => (await import('./csv-rows.ts')).readCsvRows,
  geojson: loadJson,
  geojsonseq: loadJson,
  ndjson: loadJson,
  json: loadJson,
  'json-object': loadJson,
  gpkg: refuseGeoPackage,
  kml: async () => (await import('./kml-rows.ts')).readKmlRows,
  kmz: async () => (await import('./kmz-rows.ts')).readKmzRows,
  gpx: async () => (await import('./gpx-rows.ts')).readGpxRows,
  shapefile: async () => (await import('./shapefile-rows.ts')).readShapefileRows,
};

async function loadJson(): Promise<RowReader> {
  return (await import('./json-rows.ts')).readJsonRows;
}

/** The reader needs Node.js, which bundles for other runtimes must not import. */
async function refuseGeoPackage(): Promise<RowReader> {
  const advice = 'inspectFile of @location-records/formats/files does, or "ogr2ogr" makes GeoJSON of it';
  throw new FormatError(
    'FORMAT_UNAVAILABLE',
    `The content is a GeoPackage, which is read from a file: ${advice}.`,
  );
}

/** What a format is called in a report. */
export const formatWords: Readonly<Record<ImportFormat, string>> = {
  csv: 'CSV',
  geojson: 'GeoJSON',
  geojsonseq: 'GeoJSON text sequence',
  ndjson: 'lines of JSON',
  json: 'JSON',
  'json-object': 'JSON',
  gpkg: 'GeoPackage',
  kml: 'KML',
  kmz: 'KMZ',
  gpx: 'GPX',
  shapefile: 'shapefile',
};
