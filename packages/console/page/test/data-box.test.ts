import { afterEach, expect, it, vi } from 'vitest';
import { encodeTile } from '../../src/tiles/encode-tile.ts';
import { placeOf } from '../../src/tiles/tile-address.ts';
import { boxOf, loadDataBox } from '../src/data-box.ts';

const service = new URL('http://localhost/a/');
const paris = { latitude: 48.86, longitude: 2.34 };
const sydney = { latitude: -33.86, longitude: 151.21 };
const world = { zoom: 0, x: 0, y: 0 };

/** What the service responds with. */
function respond(response: () => Response) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href);
    return response();
  });
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

const places = [paris, sydney];

it.each([
  [
    'records',
    { records: places.map((coordinates, index) => [String(index), { coordinates }] as const), cells: [] },
  ],
  [
    'counts',
    { records: [], cells: places.map((coordinates) => ({ place: placeOf(coordinates), count: 700 })) },
  ],
])('the box of all records is that of the tile of the whole world, which has %s', async (_, content) => {
  const asked = respond(() => new Response(Uint8Array.from(encodeTile(world, content))));
  const box = await loadDataBox(service);
  expect(box?.west).toBeCloseTo(paris.longitude, 0);
  expect(box?.east).toBeCloseTo(sydney.longitude, 0);
  expect(box?.south).toBeCloseTo(sydney.latitude, 0);
  expect(box?.north).toBeCloseTo(paris.latitude, 0);
  expect(asked).toEqual(['http://localhost/a/-/tiles/0/0/0.mvt']);
});

it.each([
  ['is empty', () => new Response('')],
  ['is refused', () => new Response('', { status: 503 })],
  ['cannot be read', () => new Response('?')],
  [
    'does not come',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('there is no box if the tile %s', async (_, response) => {
  respond(response);
  expect(await loadDataBox(service)).toBeUndefined();
});

it.each([
  ['crosses the antimeridian between places that are near it', [179, -178, 170], [170, 182]],
  ['goes round the world the usual way if places are on both sides', [179, -178, 0], [-178, 179]],
  ['of one place is this place', [5], [5, 5]],
])('a box %s', (_, longitudes, [west, east]) => {
  const places = longitudes.map((longitude) => ({ latitude: 1, longitude }));
  expect(boxOf(places)).toEqual({ west, east, south: 1, north: 1 });
});
