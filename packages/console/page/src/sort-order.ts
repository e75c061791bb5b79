import type { Coordinates, LocationRecord } from './api.ts';
import { nameOf } from './shown-text.ts';

/** Orders of the list; `listed` is that of the service. */
export type SortOrder = 'listed' | 'name' | 'distance';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Sorts records by their names, or by their distance from a place. */
export function sortRecords(
  records: readonly LocationRecord[],
  order: SortOrder,
  middle: Coordinates,
): readonly LocationRecord[] {
  if (order === 'listed') return records;
  if (order === 'name') return records.toSorted((one, other) => collator.compare(nameOf(one), nameOf(other)));
  const distances = new Map(records.map((record) => [record, nearness(record.coordinates, middle)]));
  return records.toSorted((one, other) => (distances.get(one) ?? 0) - (distances.get(other) ?? 0));
}

/** Grows with the distance on the globe (haversine), whichever turn a longitude has. */
function nearness(one: Coordinates, other: Coordinates): number {
  const radians = Math.PI / 180;
  const [north, south] = [one.latitude * radians, other.latitude * radians];
  const across = Math.sin(((one.longitude - other.longitude) * radians) / 2) ** 2;
  return Math.sin((north - south) / 2) ** 2 + Math.cos(north) * Math.cos(south) * across;
}
