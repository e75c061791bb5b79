import { stringifyRecords, type TextFormat } from '@location-records/formats';
import type { LocationRecord } from '../api.ts';
import { makeElement } from '../make-element.ts';

/** Saves records as a file, with the contents that the page has. */
export async function exportChosen(
  records: readonly LocationRecord[],
  format: TextFormat,
  fileName: string,
): Promise<void> {
  const pairs = records.map(({ id, ...location }) => [id, location] as const);
  const parts: string[] = [];
  for await (const part of stringifyRecords([pairs], { format })) parts.push(part);
  const url = URL.createObjectURL(new Blob(parts));
  makeElement('a', { href: url, download: fileName }).click();
  // The browser has begun to save it by the next minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
