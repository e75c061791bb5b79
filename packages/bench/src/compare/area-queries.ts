import type { Coordinates, LocationRecord } from '@location-records/core';
import type { Box } from '@location-records/core/areas';
import { distance } from 'geokdbush';
import { country } from '../areas/contestant.ts';

/** The records that a client asks for: up to `limit` of a box, or those nearest to a place and within a radius. */
export type AreaQuery =
  | { readonly box: Box; readonly limit: number | 'all' }
  | { readonly near: Coordinates; readonly radius: number; readonly limit: number };

/** A query that is asked at different places. */
export interface AreaWork {
  readonly title: string;
  readonly queryAt: (place: Coordinates) => AreaQuery;
}

/** In metres. */
const radius = 5000;

/** What is asked of each server. */
export const areaWorks: readonly AreaWork[] = [
  { title: '100 records of a city', queryAt: (place) => ({ box: boxAround(place, 0.3, 0.15), limit: 100 }) },
  { title: '100 records of a country', queryAt: (place) => ({ box: boxAround(place, 15, 10), limit: 100 }) },
  {
    title: `the 10 nearest within ${radius / 1000} km`,
    queryAt: (place) => ({ near: place, radius, limit: 10 }),
  },
  { title: 'all records of France', queryAt: () => ({ box: country, limit: 'all' }) },
];

/** Edges with more decimals than the records have, so that none is on an edge of one server only. */
function boxAround({ latitude, longitude }: Coordinates, wide: number, high: number): Box {
  const edge = (middle: number, half: number) => Number((middle + half).toFixed(7));
  return {
    west: edge(longitude, -wide / 2),
    south: edge(latitude, -high / 2),
    east: edge(longitude, wide / 2),
    north: edge(latitude, high / 2),
  };
}

/** What is wrong with the identifiers that a server has found; `undefined` where nothing is. */
export function faultOf(
  query: AreaQuery,
  ids: readonly string[],
  records: readonly LocationRecord[],
): string | undefined {
  if (new Set(ids).size < ids.length) return 'a record comes twice';
  const away = distancesOf(query, records);
  const found = ids.map((id) => away.get(id) ?? Number.NaN);
  if (found.some(Number.isNaN)) return 'a record is not in the area';
  const count = query.limit === 'all' ? away.size : Math.min(query.limit, away.size);
  if (ids.length !== count) return `${ids.length} records in place of ${count}`;
  if ('box' in query) return undefined;
  const nearest = [...away.values()].sort((one, other) => one - other).slice(0, count);
  // Servers compute distances in ways that differ by less than a millimetre.
  const isNearest = found.every((one, index) => Math.abs(one - (nearest[index] as number)) < 1e-6);
  return isNearest ? undefined : 'they are not the nearest in their order';
}

/** The identifiers of the area with their distances in kilometres, which are 0 in a box. */
function distancesOf(query: AreaQuery, records: readonly LocationRecord[]): ReadonlyMap<string, number> {
  const distances = new Map<string, number>();
  for (const [id, { coordinates }] of records) {
    const { latitude, longitude } = coordinates;
    if ('box' in query) {
      const { west, south, east, north } = query.box;
      const isInside = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
      if (isInside) distances.set(id, 0);
      continue;
    }
    const away = distance(query.near.longitude, query.near.latitude, longitude, latitude);
    if (away <= query.radius / 1000) distances.set(id, away);
  }
  return distances;
}
