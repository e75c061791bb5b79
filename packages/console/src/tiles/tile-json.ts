import type { LocationRequest } from '@location-records/core';

/** The zooms that a client should ask for. It enlarges the tiles of the last one itself. */
const lastZoom = 18;

/**
 * The TileJSON document (3.0.0) about the tiles. Its URLs are absolute, since most clients need that.
 *
 * @param publicUrl where clients find the service, without a slash at the end; by default what the request says.
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
        description: 'Records, in tiles that have few.',
        fields: { id: 'String', description: 'String, cut after 100 characters' },
      },
      {
        id: 'cells',
        description: 'Numbers of records, in tiles that have many. A point is at one of its records.',
        fields: { count: 'Number' },
      },
    ],
  });
}

/** The base URL of the service, as the client has it: from the field `Host`, and what a proxy adds about TLS. */
function baseOf({ headers }: LocationRequest, baseSegments: readonly string[]): string {
  // Each proxy may add its own to the list: the first is the one of the client.
  const [first = ''] = headers['x-forwarded-proto']?.[0]?.split(',') ?? [];
  const scheme = first.trim().toLowerCase() === 'https' ? 'https' : 'http';
  const path = baseSegments.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return `${scheme}://${headers.host?.[0] ?? 'localhost'}${path}`;
}
