import type { FormatName } from '@location-records/formats';
import { Option } from 'commander';

/** Every format of files with records. The package of formats is loaded only when a file is read or written. */
const fileFormats: readonly FormatName[] = [
  'geojson',
  'geojsonseq',
  'ndjson',
  'csv',
  'json',
  'json-object',
  'gpkg',
];

/** Declares `--format` for files with records. */
export function formatOption(description: string): Option {
  return new Option('--format <format>', description).choices(fileFormats);
}
