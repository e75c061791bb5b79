import { expect } from 'vitest';
import { tilePoints } from '../tiles/tile-layers.ts';
import {
  ask,
  type ConsoleCase,
  type ConsoleService,
  expectError,
  reading,
  write,
  writing,
} from './console-case.ts';

const zoom = 14;

/** The place of a record on the map of a zoom, in tiles from the north-west corner (Web Mercator). */
function mapPlace(latitude: number, longitude: number, zoom: number): readonly [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return [(longitude / 360 + 0.5) * 2 ** zoom, y * 2 ** zoom];
}

function tileAt(latitude: number, longitude: number, level = zoom): string {
  const [x, y] = mapPlace(latitude, longitude, level).map(Math.floor);
  return `/-/tiles/${level}/${x}/${y}.mvt`;
}

/** The records of a tile by identifier. */
async function recordsIn(service: ConsoleService, path: string) {
  const response = await ask(service, path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('application/vnd.mapbox-vector-tile');
  const { records = [] } = tilePoints(new Uint8Array(await response.arrayBuffer()));
  return new Map(records.map((point) => [point.id, point]));
}

/** The response has an entity tag, with which the server responds with 304 and no body. */
async function expectRevalidation(service: ConsoleService, path: string): Promise<string> {
  const tag = (await ask(service, path)).headers.get('ETag') ?? '';
  expect(tag).toMatch(/^(?:W\/)?"[^"]+"$/);
  for (const known of [tag, `"other", ${tag}`]) {
    const again = await ask(service, path, { headers: { 'If-None-Match': known } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
  }
  expect((await ask(service, path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  return tag;
}

/** Whether a tile has a record. */
type TileRow = readonly [title: string, path: string, record: string, isThere: boolean];

const [x, y] = mapPlace(-47.5, -122.5, zoom).map(Math.floor) as [number, number];

const tiles: readonly TileRow[] = [
  ['a tile has its records', tileAt(-47.5, -122.5), 'centre', true],
  ['the tile in the east has not', `/-/tiles/${zoom}/${x + 1}/${y}.mvt`, 'centre', false],
  ['the tile in the south has not', `/-/tiles/${zoom}/${x}/${y + 1}.mvt`, 'centre', false],
  ['the tile of the world has few records as they are', '/-/tiles/0/0/0.mvt', 'hub', true],
  ['tiles go down to zoom 24', tileAt(50, 10, 24), 'hub', true],
  ['longitude 350 is where -10 is', tileAt(-30, -10), 'at 350', true],
  [
    'latitudes beyond the map are at its edge',
    `/-/tiles/${zoom}/${Math.floor(mapPlace(0, 17, zoom)[0])}/0.mvt`,
    'north pole',
    true,
  ],
];

/** The map and its tiles. */
export const mapCases: readonly ConsoleCase[] = [
  reading('the map is a page that loads nothing from another host', async (service) => {
    const response = await ask(service, '/-/map');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toMatch(/^<!doctype html>/i);
    const policy = response.headers.get('Content-Security-Policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    );
  }),
  reading('a client that has the page gets 304', async (service) => {
    await expectRevalidation(service, '/-/map');
  }),
  reading('the files of the page exist, and may be kept', async (service) => {
    const html = await (await ask(service, '/-/map')).text();
    const files = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^":]+)"/g)].map(
      ([, file]) => file,
    );
    expect(files.length).toBeGreaterThan(1);
    for (const file of files) {
      const response = await service.fetch(new URL(String(file), `${service.url}/-/map`).href);
      expect([file, response.status]).toEqual([file, 200]);
      expect(response.headers.get('Cache-Control')).toContain('immutable');
      await response.arrayBuffer();
    }
    await expectError(await ask(service, '/-/map/a.js'), 404);
  }),
  ...tiles.map(([title, path, record, isThere]) =>
    reading(title, async (service) => {
      expect((await recordsIn(service, path)).has(record)).toBe(isThere);
    }),
  ),
  reading('a record is in its tile where it is on the map', async (service) => {
    for (const level of [12, 16, 20]) {
      const point = (await recordsIn(service, tileAt(-47.5, -122.5, level))).get('centre');
      const [x = 0, y = 0] = mapPlace(-47.5, -122.5, level).map((part) => (part % 1) * 4096);
      expect(Math.abs((point?.at[0] ?? -9) - x)).toBeLessThanOrEqual(1);
      expect(Math.abs((point?.at[1] ?? -9) - y)).toBeLessThanOrEqual(1);
      expect(point?.description).toBe('in the "centre"');
    }
  }),
  writing('a long description is cut after 100 characters', async (service) => {
    await write(service, 'POST', 'long', [-60.5, -137.5], `${'\u{1f5fa}'.repeat(100)}end`);
    const long = (await recordsIn(service, tileAt(-60.5, -137.5))).get('long');
    expect(long?.description).toBe(`${'\u{1f5fa}'.repeat(100)}…`);
  }),
  writing('a tile shows a write as soon as it has its response', async (service) => {
    const has = async (latitude: number) => (await recordsIn(service, tileAt(latitude, -133.5))).has('one');
    await write(service, 'POST', 'one', [-58.5, -133.5]);
    expect(await has(-58.5)).toBe(true);
    await write(service, 'PUT', 'one', [-59.5, -133.5]);
    expect([await has(-58.5), await has(-59.5)]).toEqual([false, true]);
    await write(service, 'DELETE', 'one');
    expect(await has(-59.5)).toBe(false);
  }),
  writing('a client that has a tile gets 304 until the tile changes', async (service) => {
    const path = tileAt(-47.5, -122.5);
    const tag = await expectRevalidation(service, path);
    await write(service, 'PUT', 'centre', [-47.5, -122.5], 'changed');
    expect((await ask(service, path, { headers: { 'If-None-Match': tag } })).status).toBe(200);
  }),
  ...['0/1/0.mvt', '1/0/2.mvt', '25/0/0.mvt', '0/0/0.png', '0/0', '-1/0/0.mvt'].map((address) =>
    reading(`/-/tiles/${address} is an unknown route`, async (service) => {
      await expectError(await ask(service, `/-/tiles/${address}`), 404, 'Route not found');
    }),
  ),
  reading('the TileJSON document names the tiles by an absolute URL', async (service) => {
    const response = await ask(service, '/-/tiles.json');
    expect(response.headers.get('Content-Type')).toBe('application/json');
    const { tilejson, tiles, vector_layers: layers } = JSON.parse(await response.text());
    expect(tilejson).toBe('3.0.0');
    expect(tiles).toEqual([expect.stringMatching(/^http:\/\/.*\/-\/tiles\/\{z\}\/\{x\}\/\{y\}\.mvt$/)]);
    expect(layers.map(({ id }: { id: string }) => id)).toEqual(['records', 'cells']);
  }),
  ...['/-/map', '/-/tiles.json', tileAt(-47.5, -122.5)].map((path) =>
    reading(`${path} has GET, HEAD and OPTIONS`, async (service) => {
      const got = await ask(service, path);
      const head = await ask(service, path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('ETag')).toBe(got.headers.get('ETag'));
      for (const method of ['OPTIONS', 'PUT']) {
        const response = await ask(service, path, { method });
        expect(response.status).toBe(method === 'PUT' ? 405 : 200);
        expect(response.headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
      }
    }),
  ),
];
