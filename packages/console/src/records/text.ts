import { stringifyRecords, type TextFormat } from '@location-records/formats/stringify';
import type { FoundPage } from './search.ts';

/** A page as `location-records export` writes its records, and with their distances. */
export async function writeText({ records }: FoundPage, format: TextFormat): Promise<string> {
  const distances = new Map(records.map(({ record, distance }) => [record, distance]));
  let text = '';
  for await (const piece of stringifyRecords([[...distances.keys()]], {
    format,
    distanceOf: (record) => distances.get(record),
  })) {
    text += piece;
  }
  return text;
}
