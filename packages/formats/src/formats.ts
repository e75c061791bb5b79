import { InvalidArgumentError } from '@location-records/core';
import type { FormatName } from './format-names.ts';

/** What a format is called elsewhere. */
export interface Format {
  readonly name: FormatName;
  /** The media type, without parameters. */
  readonly mediaType: string;
  /** The endings of file names that mean it, the usual one first, each with its dot. */
  readonly endings: readonly string[];
}

/** What each format is called: its name, its media type, and the endings of its files. */
export const formats: readonly Format[] = [
  { name: 'geojson', mediaType: 'application/geo+json', endings: ['.geojson'] },
  { name: 'geojsonseq', mediaType: 'application/geo+json-seq', endings: ['.geojsons', '.geojsonseq'] },
  {
    name: 'ndjson',
    mediaType: 'application/x-ndjson',
    endings: ['.ndjson', '.geojsonl', '.ndgeojson', '.jsonl'],
  },
  { name: 'csv', mediaType: 'text/csv', endings: ['.csv', '.tsv'] },
  { name: 'json', mediaType: 'application/json', endings: ['.json'] },
  { name: 'json-object', mediaType: 'application/json', endings: [] },
  { name: 'gpkg', mediaType: 'application/geopackage+sqlite3', endings: ['.gpkg'] },
];

/**
 * The format that a file is written in, by the ending of its name; `undefined` where that tells none. CSV with tabs
 * (`.tsv`) is read, but not written.
 *
 * @throws {InvalidArgumentError} when `path` is not a string.
 */
export function formatOfFile(path: string): FormatName | undefined {
  if (typeof path !== 'string') throw new InvalidArgumentError('path', 'a string');
  const name = path.toLowerCase();
  if (name.endsWith('.tsv')) return undefined;
  return formats.find(({ endings }) => endings.some((ending) => name.endsWith(ending)))?.name;
}
