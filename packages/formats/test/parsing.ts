import type { LocationRecord } from '@location-records/core';
import { oddIds } from '@location-records/workspace/tests';
import fc from 'fast-check';
import { type ParsedEntry, type ParseOptions, parseRecords, type TextFormat } from '../src/index.ts';

/** The argument of `parseRecords`. */
export type ParseInput = Parameters<typeof parseRecords>[0];

/** All entries of an input. */
export async function parseAll(input: ParseInput, options?: ParseOptions): Promise<readonly ParsedEntry[]> {
  const entries: ParsedEntry[] = [];
  for await (const batch of parseRecords(input, options)) entries.push(...batch);
  return entries;
}

/** The records among some entries. */
export function recordsOf(entries: readonly ParsedEntry[]): readonly LocationRecord[] {
  return entries.flatMap((entry) => ('record' in entry ? [entry.record] : []));
}

/** The refusals among some entries. */
export function refusedOf(entries: readonly ParsedEntry[]) {
  return entries.flatMap((entry) => ('rule' in entry ? [entry] : []));
}

/** A text as bytes, in chunks of a size. */
export function* chunksOf(text: string, size: number): Generator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The identifiers of the records among some entries. */
export function idsOf(entries: readonly ParsedEntry[]): readonly string[] {
  return recordsOf(entries).map(([id]) => id);
}

/** What was read or refused, in short: `id description latitude longitude`, or `line: reason`. */
export function summaryOf(entries: readonly ParsedEntry[]): string[] {
  return entries.map((entry) => {
    if ('reason' in entry) return `${entry.line}: ${entry.reason}`;
    const [id, { description = 'none', coordinates }] = entry.record;
    return [id, description, coordinates.latitude, coordinates.longitude].join(' ');
  });
}

/** The text of a record with the coordinates 1 and 2. */
export function goodRecord(format: TextFormat, id: string): string {
  const location = '{"description":"a place","coordinates":{"latitude":1,"longitude":2}}';
  if (format === 'json') return `["${id}",${location}]`;
  if (format === 'json-object') return `"${id}":${location}`;
  return `{"type":"Feature","id":"${id}","geometry":{"type":"Point","coordinates":[2,1]},"properties":{"description":"a place"}}`;
}

/** A file of records, each on its own line, from line 2 on. */
export function fileOf(format: TextFormat, records: readonly string[]): string {
  if (format === 'geojson') return `{"type":"FeatureCollection","features":[\n${records.join(',\n')}\n]}\n`;
  if (format === 'json') return `[\n${records.join(',\n')}\n]\n`;
  if (format === 'json-object') return `{\n${records.join(',\n')}\n}\n`;
  const separator = format === 'geojsonseq' ? '\x1e' : '';
  return `\n${records.map((record) => `${separator}${record}\n`).join('')}`;
}

/** Any text with a UTF-8 form, and texts that break readers which are not careful. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.constantFrom(
    ...oddIds,
    '"',
    '""',
    '\r',
    'a\nb',
    '\ufeffid',
    '\ufffd',
    '-1',
    "'",
    'sep=;',
    '\u2028',
    '\x1e',
  ),
  fc.constantFrom(
    '\\',
    '\\"',
    '}, {',
    '["',
    '"},"x":{"coordinates":',
    '{"type":"Feature"',
    '=1+1',
    'null',
    ';',
    '\t',
  ),
);

/** Any finite number; `-0` is kept as `0` (D31). */
const anyCoordinate = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(0, 5e-324, -5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e21, 123456.12345678901, 1e-7),
  )
  .map((value) => value + 0);

const anyRecord = fc
  .tuple(anyText, fc.option(anyText, { nil: undefined }), anyCoordinate, anyCoordinate)
  .map(
    ([id, description, latitude, longitude]): LocationRecord => [
      id === '' ? 'x' : id,
      { ...(description !== undefined && { description }), coordinates: { latitude, longitude } },
    ],
  );

/** Any records that a store may hold together. */
export const anyRecords: fc.Arbitrary<LocationRecord[]> = fc.uniqueArray(anyRecord, {
  selector: ([id]) => id,
  maxLength: 12,
});
