import { isDeepStrictEqual } from 'node:util';
import type { Coordinates, LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { country } from '../areas/contestant.ts';
import { lookAtAll } from '../boxes/some-box.ts';
import { type Circle, circleFault, distanceFrom } from '../boxes/some-circle.ts';

/** The records that a client asks for: up to `limit` of a box, or those of a circle that are nearest to its middle. */
export type AreaQuery =
  | { readonly box: Box; readonly limit: number | 'all' }
  | { readonly circle: Circle; readonly limit: number };

/** A query that is asked at different places. */
export interface AreaWork {
  readonly title: string;
  readonly queryAt: (place: Coordinates) => AreaQuery;
}

/** What is asked of each server. */
export const areaWorks: readonly AreaWork[] = [
  { title: 'up to 100 of a city', queryAt: (place) => ({ box: boxAround(place, 0.3, 0.15), limit: 100 }) },
  { title: 'up to 100 of a country', queryAt: (place) => ({ box: boxAround(place, 15, 10), limit: 100 }) },
  {
    title: 'up to 10 nearest within 5 km',
    queryAt: (place) => ({ circle: { ...place, radius: 5000 }, limit: 10 }),
  },
];

/** The query of all records of France, which is asked at one place only. */
export const franceWork: AreaWork = {
  title: 'all of France',
  queryAt: () => ({ box: country, limit: 'all' }),
};

/** A box around a place, without the noise of binary fractions. */
export function boxAround({ latitude, longitude }: Coordinates, wide: number, high: number): Box {
  const edge = (middle: number, half: number) => Number((middle + half).toFixed(7));
  return {
    west: edge(longitude, -wide / 2),
    south: edge(latitude, -high / 2),
    east: edge(longitude, wide / 2),
    north: edge(latitude, high / 2),
  };
}

/** The records of an area. */
export function recordsIn(query: AreaQuery, records: readonly LocationRecord[]): readonly LocationRecord[] {
  if ('box' in query) return lookAtAll(records, query.box);
  const { circle } = query;
  return records.filter((record) => (distanceFrom(circle, record) ?? Infinity) <= circle.radius);
}

/**
 * What is wrong with the records that a server has found; `undefined` where nothing is.
 *
 * @param expected the records of the area.
 */
export function faultOf(
  query: AreaQuery,
  found: readonly LocationRecord[],
  expected: readonly LocationRecord[],
): string | undefined {
  const there = new Map(expected);
  const ids = found.map(([id]) => id);
  if (new Set(ids).size < ids.length) return 'a record comes twice';
  if (found.some(([id, location]) => !isDeepStrictEqual(location, there.get(id)))) {
    return 'a record is not in the area, or is another one';
  }
  const count = query.limit === 'all' ? there.size : Math.min(query.limit, there.size);
  if (found.length !== count) return `${found.length} records in place of ${count}`;
  if ('box' in query) return undefined;
  // The circle that ends at the last record has no others.
  const farthest = distanceFrom(query.circle, found.at(-1) ?? ['', { coordinates: query.circle }]);
  return circleFault({ ...query.circle, radius: farthest ?? 0 }, expected, ids);
}
