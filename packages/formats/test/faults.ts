import type { TextFormat } from '../src/index.ts';
import type { Fault } from './fault-rows.ts';
import { featureFaults } from './feature-faults.ts';
import { locationFaults, pairFaults } from './location-faults.ts';

/** The faults that a record of a format may have. */
export function faultsOf(format: TextFormat): readonly Fault[] {
  if (format === 'json') return [...locationFaults, ...pairFaults];
  return format === 'json-object' ? locationFaults : featureFaults;
}

/** The text of a record without a fault, with the coordinates 1 and 2. */
export function goodRecord(format: TextFormat, id: string): string {
  const location = '{"description":"a place","coordinates":{"latitude":1,"longitude":2}}';
  if (format === 'json') return `["${id}",${location}]`;
  if (format === 'json-object') return `"${id}":${location}`;
  return `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"description":"a place"}}`;
}

/** A file of records, each with a line of its own from line 2 on. */
export function fileOf(format: TextFormat, records: readonly string[]): string {
  if (format === 'geojson') return `{"type":"FeatureCollection","features":[\n${records.join(',\n')}\n]}\n`;
  if (format === 'json') return `[\n${records.join(',\n')}\n]\n`;
  if (format === 'json-object') return `{\n${records.join(',\n')}\n}\n`;
  const separator = format === 'geojsonseq' ? '\x1e' : '';
  return `\n${records.map((record) => `${separator}${record}\n`).join('')}`;
}
