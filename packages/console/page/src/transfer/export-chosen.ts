import { stringifyRecords, type TextFormat } from '@location-records/formats';
import type { LocationRecord } from '../api.ts';
import { saveFile } from '../copies.ts';

/** Saves records as a file, with the contents that the page has. */
export async function exportChosen(
  records: readonly LocationRecord[],
  format: TextFormat,
  fileName: string,
): Promise<void> {
  const pairs = records.map(({ id, ...location }) => [id, location] as const);
  const parts: string[] = [];
  for await (const part of stringifyRecords([pairs], { format })) parts.push(part);
  saveFile(new Blob(parts), fileName);
}
