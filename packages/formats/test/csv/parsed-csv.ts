import type { ParsedEntry, ParseOptions } from '../../src/index.ts';
import { chunksOf, parseAll } from '../parsing.ts';

/** All entries of a CSV file. A text is given in chunks of this many bytes. */
export function parseCsv(
  content: string | Uint8Array,
  options: ParseOptions = {},
  chunkLength = 65_536,
): Promise<readonly ParsedEntry[]> {
  const input = typeof content === 'string' ? chunksOf(content, chunkLength) : content;
  return parseAll(input, { format: 'csv', ...options });
}

/** What was read or refused, in short: `id description latitude longitude`, or `line: reason`. */
export function summaryOf(entries: readonly ParsedEntry[]): string[] {
  return entries.map((entry) => {
    if ('reason' in entry) return `${entry.line}: ${entry.reason}`;
    const [id, { description = 'none', coordinates }] = entry.record;
    return [id, description, coordinates.latitude, coordinates.longitude].join(' ');
  });
}
