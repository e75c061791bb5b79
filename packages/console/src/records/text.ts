import { stringifyFeature, stringifyRecords, type TextFormat } from '@location-records/formats';
import type { RecordCollection, RecordLink } from './geo-json.ts';
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

/** Writes a {@link RecordCollection} feature by feature, since all of it as objects would be large. */
export function writeCollection({ records, limitedBy }: FoundPage, next: string | undefined): string {
  const links: readonly RecordLink[] =
    next === undefined ? [] : [{ rel: 'next', type: 'application/geo+json', href: next }];
  const rest: Omit<RecordCollection, 'type' | 'features'> = {
    numberReturned: records.length,
    limitedBy,
    links,
  };
  const features = records.map(({ record, distance }) => stringifyFeature(record, distance)).join();
  return `{"type":"FeatureCollection","features":[${features}],${JSON.stringify(rest).slice(1)}`;
}
