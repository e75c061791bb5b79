import type { LocationRequest, LocationResponse } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import type { MapAsset } from '#map-assets';
import { acceptsGzip } from '../accepted.ts';
import { bytesResponse, inOnePiece, isKnown } from '../bytes-response.ts';
import { cancelled } from '../cancelled.ts';
import type { Settings } from '../options.ts';

/**
 * The page loads nothing from another host, unless `mapStyle` is set, and no page may frame it. Its files
 * have the policy, too: a worker is subject to the policy of its own response, not to that of the page.
 */
function policyHeaders(hasOwnStyle: boolean): LocationResponse['headers'] {
  const elsewhere = hasOwnStyle ? ' http: https:' : '';
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "worker-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob:${elsewhere}`,
    `connect-src 'self'${elsewhere}`,
    "font-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return { 'Content-Security-Policy': policy.join('; '), 'Referrer-Policy': 'no-referrer' };
}

const settingsName = 'settings.json';

type MapSettings = Pick<Settings, 'mapStyle' | 'mapMode'>;

/** Names change with the content. */
const forAYear: LocationResponse['headers'] = { 'Cache-Control': 'public, max-age=31536000, immutable' };

/**
 * Responds to GET of the page of the map, or of one of its files.
 *
 * @param name of the file; `undefined` for the page itself, which is 304 if the client has it.
 */
export async function respondWithMap(
  request: LocationRequest,
  name: string | undefined,
  { mapStyle, mapMode }: MapSettings,
): Promise<LocationResponse> {
  if (name === settingsName) return settingsResponse(request, { style: mapStyle, mode: mapMode });
  const { assets, page } = await import('#map-assets');
  const policy = policyHeaders(mapStyle !== undefined);
  if (name === undefined) {
    const headers = { 'Cache-Control': 'no-cache', ...policy, ETag: page.etag };
    return isKnown(request, page.etag) ? notModified(headers) : send(request, page, headers);
  }
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (asset) return send(request, asset, { ...forAYear, ...policy });
  return errorResponse(
    404,
    'The map has no such file. Load its page again.',
    explain('no file has this name'),
  );
}

function settingsResponse(
  request: LocationRequest,
  settings: { readonly style: unknown; readonly mode: Settings['mapMode'] },
): Promise<LocationResponse> {
  return bytesResponse(request, {
    type: 'application/json',
    bytes: new TextEncoder().encode(JSON.stringify(settings)),
    headers: { 'Cache-Control': 'no-cache' },
    reason: 'the settings of the map',
  });
}

function notModified(headers: LocationResponse['headers']): LocationResponse {
  const explanation = explain('the client has it');
  return { status: 304, headers: { ...headers, Vary: 'Accept-Encoding' }, body: '', explanation };
}

/** Sends a file gzipped, as it is stored, if the client accepts that. Some tools do not decode it. */
function send(
  request: LocationRequest,
  asset: MapAsset,
  more: LocationResponse['headers'],
): LocationResponse {
  const own = {
    'Content-Type': asset.type,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...more,
  };
  const explanation = explain('a file of the map');
  if (!acceptsGzip(request)) {
    const body = gunzipped(asset);
    return { status: 200, headers: { ...own, 'Content-Length': String(asset.size) }, body, explanation };
  }
  const bytes = gzipped(asset);
  const encoded = { ...own, 'Content-Encoding': 'gzip', 'Content-Length': String(bytes.length) };
  return { status: 200, headers: encoded, body: inOnePiece(bytes), explanation };
}

/** Files are decoded once, on the first request. */
const decoded = new WeakMap<MapAsset, Uint8Array<ArrayBuffer>>();

function gzipped(asset: MapAsset): Uint8Array<ArrayBuffer> {
  const known = decoded.get(asset);
  if (known) return known;
  const bytes = Uint8Array.from(atob(asset.gzip), (character) => character.charCodeAt(0));
  decoded.set(asset, bytes);
  return bytes;
}

/** Yields the plain bytes of a file, in pieces. */
async function* gunzipped(asset: MapAsset): AsyncGenerator<Uint8Array, void> {
  const reader = new Blob([gzipped(asset)]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    await cancelled(reader);
  }
}

function explain(reason: string) {
  return { clause: 'D50', reason };
}
