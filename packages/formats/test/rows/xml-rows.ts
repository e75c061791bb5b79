import type { Row, RowEntry, RowReader, RowSettings } from '../../src/rows/row.ts';
import { sourceOf } from './rows.ts';

/** What a reader yields of a file, what it notes, and the error at which it ends. */
export async function readAll(
  reader: RowReader,
  content: Uint8Array | string,
  settings: Partial<RowSettings> = {},
  chunkLength?: number,
) {
  const notes: string[] = [];
  const entries: RowEntry[] = [];
  let error: unknown;
  const all = {
    maxRecordLength: 2 ** 24,
    note: (text: string) => notes.push(text),
    system: () => {},
    ...settings,
  };
  try {
    for await (const batch of reader(sourceOf(content, chunkLength), all)) entries.push(...batch);
  } catch (cause) {
    error = cause;
  }
  return { entries, notes, error };
}

/** The fields of all rows of a file that has no fault. */
export async function fieldsIn(
  reader: RowReader,
  content: Uint8Array | string,
  chunkLength?: number,
): Promise<Record<string, unknown>[]> {
  const { entries, error } = await readAll(reader, content, {}, chunkLength);
  if (error !== undefined) throw error;
  return entries.map((entry) => Object.fromEntries((entry as Row).fields));
}
