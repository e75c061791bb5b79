import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import type { Box, Coordinates } from './api.ts';

/** What takes longer than these milliseconds does not keep people from the map. */
const longestWait = 3000;

/**
 * Returns the box of all records, as the tile of the whole world has them: `undefined` if there are none, or
 * if the tile cannot be read.
 */
export async function loadDataBox(service: URL): Promise<Box | undefined> {
  try {
    const signal = AbortSignal.timeout(longestWait);
    const response = await fetch(new URL('-/tiles/0/0/0.mvt', service), { signal });
    return response.ok ? boxOf(placesIn(await response.arrayBuffer())) : undefined;
  } catch {
    return undefined;
  }
}

/** The places of all points of the tile of the whole world. */
function placesIn(tile: ArrayBuffer): readonly Coordinates[] {
  const { layers } = new VectorTile(new PbfReader(tile));
  return Object.values(layers).flatMap((layer) =>
    Array.from({ length: layer.length }, (_, index) => {
      const { geometry } = layer.feature(index).toGeoJSON(0, 0, 0);
      const [longitude = 0, latitude = 0] = geometry.type === 'Point' ? geometry.coordinates : [];
      return { latitude, longitude };
    }),
  );
}

/**
 * Returns the box around places. Its east is beyond 180 degrees if all places are in one half of the world,
 * and the antimeridian is between them.
 */
export function boxOf(places: readonly Coordinates[]): Box | undefined {
  const longitudes = places.map(({ longitude }) => longitude).sort((one, other) => one - other);
  const latitudes = places.map(({ latitude }) => latitude).sort((one, other) => one - other);
  const [west, east] = [longitudes[0], longitudes.at(-1)];
  const [south, north] = [latitudes[0], latitudes.at(-1)];
  if (west === undefined || east === undefined || south === undefined || north === undefined)
    return undefined;
  const first = longitudes.findIndex((longitude, index) => longitude - (longitudes[index - 1] ?? west) > 180);
  const [begin, last] = [longitudes[first], longitudes[first - 1]];
  const isAcross = begin !== undefined && last !== undefined;
  return isAcross ? { west: begin, south, east: last + 360, north } : { west, south, east, north };
}
