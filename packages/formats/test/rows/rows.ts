import type { ReferenceSystem, Row, RowReader, RowSettings, RowSource } from '../../src/rows/row.ts';

/** A file of some bytes, or of a text in UTF-8, which comes in chunks of a size. */
export function sourceOf(content: Uint8Array | string, size = 65_536): RowSource {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    async *open() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    },
  };
}

/** Everything that a reader finds. */
export interface ReadRows {
  readonly rows: readonly Row[];
  /** `line: reason`. */
  readonly refused: readonly string[];
  readonly notes: readonly string[];
  readonly system: ReferenceSystem | undefined;
}

/** Reads all rows of a file. */
export async function readRowsOf(
  reader: RowReader,
  source: RowSource,
  settings: Partial<RowSettings> = {},
): Promise<ReadRows> {
  const rows: Row[] = [];
  const refused: string[] = [];
  const notes: string[] = [];
  let system: ReferenceSystem | undefined;
  const batches = reader(source, {
    maxRecordLength: 2 ** 24,
    note: (text) => notes.push(text),
    system: (found) => {
      system = found;
    },
    ...settings,
  });
  for await (const batch of batches) {
    for (const entry of batch) {
      if ('fields' in entry) rows.push(entry);
      else refused.push(`${entry.line}: ${entry.reason}`);
    }
  }
  return { rows, refused, notes, system };
}
