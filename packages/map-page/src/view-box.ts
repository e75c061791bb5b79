import type { Box } from './api.ts';

/** The edges of what a map shows, as MapLibre has them: longitudes go on beyond 180 where the world comes again. */
export interface Edges {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Where Web Mercator ends: what is beyond belongs to the edge of the map. */
const lastLatitude = 85.05;

/** The box to ask `/-/records` for; `undefined` is the whole world, also with longitudes beyond 180 degrees. */
export function viewBox({ west, south, east, north }: Edges): Box | undefined {
  const latitudes = {
    south: south <= -lastLatitude ? -90 : south,
    north: north >= lastLatitude ? 90 : north,
  };
  if (east - west < 360) return { west: wrap(west), east: wrap(east), ...latitudes };
  const isWhole = latitudes.south === -90 && latitudes.north === 90;
  return isWhole ? undefined : { west: -180, east: 180, ...latitudes };
}

/** A longitude from -180 to 180. */
function wrap(longitude: number): number {
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned === 0 && longitude > 0 ? 180 : turned - 180;
}
