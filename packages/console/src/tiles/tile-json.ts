import type { LocationRequest } from '@location-records/core';

/** The zooms to ask for. Clients enlarge the tiles of the last one. */
const lastZoom = 18;

/**
 * Returns the TileJSON document (3.0.0) of the tiles. Its URLs are absolute, since most clients need that.
 *
 * @param publicUrl the URL of the service for clients, without a slash at its end; by default that of the
 * request.
 */
export function tileJson(
  request: LocationRequest,
  publicUrl: string | undefined,
  baseSegments: readonly string[],
): string {
  const base = publicUrl ?? baseOf(request, baseSegments);
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
        description: 'Records, in tiles with few.',
        fields: { id: 'String', description: 'String, cut after 100 characters' },
      },
      {
        id: 'cells',
        description: 'Numbers of records, in tiles with many. A point is near one of its records.',
        fields: { count: 'Number' },
      },
    ],
  });
}

/** Returns the base URL of the service for this client, from `Host` and `X-Forwarded-Proto`. */
function baseOf({ headers }: LocationRequest, baseSegments: readonly string[]): string {
  // Each proxy may append to the list: the client's is first.
  const [first = ''] = headers['x-forwarded-proto']?.[0]?.split(',') ?? [];
  const scheme = first.trim().toLowerCase() === 'https' ? 'https' : 'http';
  const path = baseSegments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return `${scheme}://${headers.host?.[0] ?? 'localhost'}${path}`;
}
