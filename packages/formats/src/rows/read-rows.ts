import type { ImportFormat } from '../formats.ts';
import type { RowReader } from './row.ts';

/** Loads the reader of a format, with its library. */
export const loadReader: Readonly<Record<ImportFormat, () => Promise<RowReader>>> = {
  csv: async () => (await import('./csv-rows.ts')).readCsvRows,
  geojson: loadJson,
  geojsonseq: loadJson,
  ndjson: loadJson,
  json: loadJson,
  'json-object': loadJson,
  gpkg: async () => (await import('../geopackage/geopackage-rows.ts')).readGeoPackageRows,
  kml: async () => (await import(`./${'kml'}-rows.ts`)).readKmlRows,
  kmz: async () => (await import(`./${'kmz'}-rows.ts`)).readKmzRows,
  gpx: async () => (await import(`./${'gpx'}-rows.ts`)).readGpxRows,
  shapefile: async () => (await import('./shapefile-rows.ts')).readShapefileRows,
};

async function loadJson(): Promise<RowReader> {
  return (await import(`./${'json'}-rows.ts`)).readJsonRows;
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
