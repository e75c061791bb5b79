import type { LocationRequest } from '@location-records/core';
import { type BaseSettings, baseUrl } from '../base-url.ts';

/** The zooms to ask for. Clients enlarge the tiles of the last one. */
const lastZoom = 18;

/**
 * Returns the TileJSON document (3.0.0) of the tiles. Its URLs are absolute, since most clients need that.
 */
export function tileJson(request: LocationRequest, settings: BaseSettings): string {
  const base = baseUrl(request, settings);
  return JSON.stringify({
    tilejson: '3.0.0',
    name: 'location-records',
    tiles: [`${base}/-/tiles/{z}/{x}/{y}.mvt`],
    scheme: 'xyz',
    minzoom: 0,
    maxzoom: lastZoom,
    bounds: [-180, -85.0511287798066, 180, 85.0511287798066],
    vector_layers: [
      {
        id: 'records',
        description: 'Records, where there are few.',
        fields: { id: 'String', description: 'String, cut after 100 characters' },
      },
      {
        id: 'cells',
        description: 'Numbers of records, where there are many. A point is near one of its records.',
        fields: { count: 'Number' },
      },
    ],
  });
}
