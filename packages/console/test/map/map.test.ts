import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { LocationResponse, RequestHeaders } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { assets, page } from '#map-assets';
import type { ConsoleOptions } from '../../src/index.ts';
import { respondWithMap } from '../../src/map/map.ts';

function get(
  name?: string,
  headers: RequestHeaders = {},
  style?: string | object,
): Promise<LocationResponse> {
  const body = async () => new Uint8Array();
  return respondWithMap(
    { method: 'GET', target: '/-/map', headers, body },
    name,
    style as ConsoleOptions['mapStyle'],
  );
}

async function bytesOf({ body }: LocationResponse): Promise<Buffer> {
  if (typeof body === 'string') return Buffer.from(body);
  const pieces = [];
  for await (const piece of body) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

const gzip: RequestHeaders = { 'accept-encoding': ['gzip, deflate, br'] };

describe('the page', () => {
  it('is HTML that loads only files which are there', async () => {
    const response = await get();
    expect(response.headers['Content-Type']).toBe('text/html; charset=utf-8');
    const html = String(await bytesOf(response));
    const urls = [...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, url]) => url ?? '');
    expect(urls.length).toBeGreaterThan(3);
    for (const url of urls) expect(Object.keys(assets)).toContain(/^map\/([^/]+)$/.exec(url)?.[1]);
  });

  it('allows scripts, styles, workers and requests of its own origin, and nothing else', async () => {
    const { headers } = await get();
    expect(headers['Content-Security-Policy']).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
        "connect-src 'self'; font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    );
    expect(headers).toMatchObject({ 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' });
  });

  it('has no script and no style in its HTML, which its policy would refuse', async () => {
    const html = String(await bytesOf(await get()));
    expect(html).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  });

  it('is asked for again each time, and is not sent again', async () => {
    const { status, headers } = await get();
    expect([status, headers['Cache-Control']]).toEqual([200, 'no-cache']);
    const etag = String(headers.ETag);
    for (const sent of [[etag], [`"x", ${etag}`], ['"x"', etag], ['*'], [etag.replace('W/', '')]]) {
      const again = await get(undefined, { ...gzip, 'if-none-match': sent });
      expect([again.status, again.body, again.headers.ETag]).toEqual([304, '', etag]);
      expect(again.headers).toMatchObject({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding' });
    }
    expect((await get(undefined, { 'if-none-match': ['"x"'] })).status).toBe(200);
  });
});

describe('a style of the owner', () => {
  const style = { version: 8, sources: {}, layers: [] };

  it.each([undefined, 'https://example.org/style.json', style])(
    '%j is in the settings of the page',
    async (own) => {
      const response = await get('settings.json', {}, own);
      expect(response.headers).toMatchObject({
        'Content-Type': 'application/json',
        'Cache-Control': 'no-cache',
      });
      expect(JSON.parse(String(await bytesOf(response)))).toEqual(own === undefined ? {} : { style: own });
    },
  );

  it('lets the page load pictures and data from elsewhere, and no scripts', async () => {
    const { headers } = await get(undefined, {}, style);
    const policy = String(headers['Content-Security-Policy']);
    expect(policy).toContain("img-src 'self' data: blob: http: https:;");
    expect(policy).toContain("connect-src 'self' http: https:;");
    expect(policy).toContain("script-src 'self';");
  });
});

describe('a file', () => {
  it('is kept for a year, since other content has another name', async () => {
    for (const name of Object.keys(assets)) {
      const { status, headers } = await get(name);
      expect([status, headers['Cache-Control']]).toEqual([200, 'public, max-age=31536000, immutable']);
      expect(name).toMatch(/^[a-z-]+-\w{8,}\.(?:js|css|json|svg|txt)$/);
    }
  });

  it.each([undefined, { version: 8, sources: {}, layers: [] }])(
    'has the policy of the page with the style %j, since a worker has one of its own',
    async (style) => {
      const { headers } = await get(undefined, {}, style);
      for (const name of Object.keys(assets)) {
        const file = await get(name, {}, style);
        expect(file.headers['Content-Security-Policy']).toBe(headers['Content-Security-Policy']);
      }
    },
  );

  it.each(Object.entries({ ...assets, page }))('%s is the same, gzipped or not', async (name, asset) => {
    const [plain, encoded] = await Promise.all(
      [{}, gzip].map((headers) => get(asset === page ? undefined : name, headers)),
    );
    if (!plain || !encoded) throw new Error('two responses');
    const [plainBytes, encodedBytes] = [await bytesOf(plain), await bytesOf(encoded)];
    expect(plain.headers['Content-Encoding']).toBeUndefined();
    expect(encoded.headers['Content-Encoding']).toBe('gzip');
    expect(plain.headers['Content-Length']).toBe(String(plainBytes.length));
    expect(encoded.headers['Content-Length']).toBe(String(encodedBytes.length));
    expect(sha256(gunzipSync(encodedBytes))).toBe(sha256(plainBytes));
    for (const { headers } of [plain, encoded]) {
      expect(headers).toMatchObject({ Vary: 'Accept-Encoding', 'X-Content-Type-Options': 'nosniff' });
    }
  });

  it.each(['x.js', '', 'constructor', '../map.ts', 'page.html'])('named %j is not there', async (name) => {
    const { status, headers, body } = await get(name);
    expect([status, headers['Content-Type']]).toEqual([404, 'application/json']);
    expect(body).toContain('error_message');
  });
});

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
