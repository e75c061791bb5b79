import type { LocationRecord } from '@location-records/core';
import fc from 'fast-check';
import { type ParsedEntry, type ParseInput, type ParseOptions, parseRecords } from '../src/index.ts';

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

const surrogates = 0x800;

/** Any code point but a surrogate. */
const anyCharacter = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + surrogates));

/** Texts that break readers which are not careful. */
const awkwardText = fc.constantFrom(
  '\0',
  '"',
  '\\',
  '\\"',
  '\n',
  '\r\n',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\x1e',
  '\u{1f5fc}',
  ',',
  ';',
  '\t',
  ' ',
  '}, {',
  '["',
  '"},"x":{"coordinates":',
  '{"type":"Feature"',
  '=1+1',
  '__proto__',
  'null',
);

/** Any text with an UTF-8 form. */
export const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string(),
  fc.array(awkwardText, { maxLength: 5 }).map((parts) => parts.join('')),
);

/** Any finite number; `-0` is kept as `0` (D31). */
export const anyCoordinate = fc
  .oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(0, 5e-324, -5e-324, 1.7976931348623157e308, 0.1 + 0.2, 1e21, 123456.12345678901, 1e-7),
  )
  .map((value) => value + 0);

/** Any record. */
export const anyRecord: fc.Arbitrary<LocationRecord> = fc
  .tuple(anyText, fc.option(anyText, { nil: undefined }), anyCoordinate, anyCoordinate)
  .map(([id, description, latitude, longitude]) => [
    id === '' ? 'x' : id,
    { ...(description !== undefined && { description }), coordinates: { latitude, longitude } },
  ]);
