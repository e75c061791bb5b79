import { parseRecords } from '../../src/index.ts';
import type { ParseOptions } from '../../src/parse-options.ts';
import type { ParsedEntry } from '../../src/parsed-entry.ts';

/** All entries of a CSV file, which is given in chunks of this many bytes. */
export async function parseCsv(
  content: string | Uint8Array,
  options: ParseOptions = {},
  chunkLength = 65_536,
): Promise<ParsedEntry[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const entries: ParsedEntry[] = [];
  const chunks = chunksOf(bytes, chunkLength);
  for await (const batch of parseRecords(chunks, { format: 'csv', ...options })) entries.push(...batch);
  return entries;
}

function* chunksOf(bytes: Uint8Array, length: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += length) yield bytes.slice(start, start + length);
}

/** What was read or refused, in short: `id description latitude longitude`, or `line: reason`. */
export function summaryOf(entries: readonly ParsedEntry[]): string[] {
  return entries.map((entry) => {
    if ('reason' in entry) return `${entry.line}: ${entry.reason}`;
    const [id, { description = 'none', coordinates }] = entry.record;
    return [id, description, coordinates.latitude, coordinates.longitude].join(' ');
  });
}
