import { gunzipSync } from 'node:zlib';
import type { LocationRequest, LocationResponse } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { assets } from '#map-assets';
import type { ConsoleOptions } from '../../src/index.ts';
import { respondWithMap } from '../../src/map/map.ts';

const style = { version: 8, sources: {}, layers: [] };
const gzip: LocationRequest['headers'] = { 'accept-encoding': ['gzip, deflate, br'] };

/** The response with the page, or with one of its files. */
function get(
  name?: string,
  headers: LocationRequest['headers'] = {},
  mapStyle?: ConsoleOptions['mapStyle'],
): Promise<LocationResponse> {
  const body = async () => new Uint8Array();
  const settings = { mapStyle, mapMode: 'edit' } as const;
  return respondWithMap({ method: 'GET', target: '/-/map', headers, body }, name, settings);
}

async function bytesOf({ body }: LocationResponse): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  const pieces = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

describe('the page of the map', () => {
  it('the page is HTML that loads only files that exist, and has no script or style in it', async () => {
    const html = String(await bytesOf(await get()));
    const urls = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(3);
    for (const url of urls) expect(Object.keys(assets)).toContain(/^map\/([^/]+)$/.exec(url)?.[1]);
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  it('the page and its files allow only scripts, styles, workers and requests of the same origin', async () => {
    for (const name of [undefined, ...Object.keys(assets)]) {
      const { headers } = await get(name);
      expect(headers['Content-Security-Policy']).toBe(
        "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
          "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
      );
      expect(headers['X-Content-Type-Options']).toBe('nosniff');
    }
  });

  it('the page is revalidated each time, and its files are kept for a year', async () => {
    const etag = String((await get()).headers.ETag);
    for (const sent of [[etag], ['"x"', etag], ['*'], [etag.replace('W/', '')]]) {
      const { status, body, headers } = await get(undefined, { ...gzip, 'if-none-match': sent });
      expect([status, body]).toEqual([304, '']);
      expect(headers).toMatchObject({ ETag: etag, 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    }
    for (const name of Object.keys(assets)) {
      expect((await get(name)).headers['Cache-Control']).toBe('public, max-age=31536000, immutable');
      expect(name).toMatch(/^[a-z-]+-\w{8,}\.(?:js|css|json|svg|txt)$/);
    }
  });

  it.each([undefined, ...Object.keys(assets)])('a file is the same, gzipped or not: %s', async (name) => {
    const [plain, encoded] = [await get(name), await get(name, gzip)];
    const [plainBytes, encodedBytes] = [await bytesOf(plain), await bytesOf(encoded)];
    expect(plain.headers['Content-Encoding']).toBeUndefined();
    expect(encoded.headers['Content-Encoding']).toBe('gzip');
    expect(plain.headers['Content-Length']).toBe(String(plainBytes.length));
    expect(encoded.headers['Content-Length']).toBe(String(encodedBytes.length));
    expect(gunzipSync(encodedBytes).equals(plainBytes)).toBe(true);
    for (const { headers } of [plain, encoded]) expect(headers.Vary).toBe('Accept-Encoding');
  });

  it.each(['x.js', '', 'constructor', '../map.ts'])('the unknown file %j is a 404', async (name) => {
    const { status, body } = await get(name);
    expect([status, body]).toEqual([404, expect.stringContaining('error_message')]);
  });
});

describe('mapStyle', () => {
  it.each([undefined, 'https://example.org/style.json', style])(
    'the mapStyle %j is in the settings',
    async (own) => {
      const response = await get('settings.json', {}, own);
      expect(response.headers['Cache-Control']).toBe('no-cache');
      expect(JSON.parse(String(await bytesOf(response)))).toEqual({ style: own, mode: 'edit' });
    },
  );

  it('mapStyle lets the page load pictures and data from elsewhere, and no scripts', async () => {
    const { headers } = await get(undefined, {}, style);
    const policy = String(headers['Content-Security-Policy']);
    expect(policy).toContain("img-src 'self' data: blob: http: https:;");
    expect(policy).toContain("connect-src 'self' http: https:;");
    expect(policy).toContain("script-src 'self';");
  });
});

it.each([
  [true, ['br;q=1.0, GZIP;q=0.8']],
  [true, ['br', 'gzip']],
  [true, ['*;q=0.1, br']],
  [true, ['gzip;q=0.001, *;q=0']],
  [false, []],
  [false, ['br, deflate']],
  [false, ['gzip; q=0.000, *']],
])('it is %s that the page is gzipped for Accept-Encoding: %j', async (isGzipped, lines) => {
  const { headers } = await get(undefined, { 'accept-encoding': lines });
  expect(headers['Content-Encoding'] === 'gzip').toBe(isGzipped);
});
