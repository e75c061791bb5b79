import type { ParseSettings } from './parse-options.ts';
import type { ParsedEntry } from './parsed-entry.ts';

/**
 * Reads one format, with the positions of the records in it. It is given the bytes of the file from its beginning, in
 * chunks cut anywhere, and yields batches in the order of the file. It throws a `FormatError` for what concerns the
 * whole, and reads no further chunks once it is returned.
 */
export type TextReader = (
  chunks: AsyncIterable<Uint8Array>,
  settings: ParseSettings,
) => AsyncGenerator<readonly ParsedEntry[], undefined>;
