import { ContractError, expectEqual } from '../../contract-error.ts';
import { type areaCase, createPlaces, locationAt } from '../areas.ts';
import { bodyText } from '../expect.ts';
import { expectProblem, messages } from '../expect-problem.ts';
import { type HttpCase, httpCase } from '../http-case.ts';
import { first, store } from '../records.ts';
import { ask, send } from '../requests.ts';
import type { Service } from '../service.ts';
import { addressAt, placeAt, pointsOf, readTile, tileAt } from '../tiles.ts';

/** A case about a service that has a map. */
function mapCase(
  id: string,
  title: string,
  run: HttpCase['run'],
  more: Parameters<typeof areaCase>[3] = {},
): HttpCase {
  return httpCase(id, 'D50', title, run, { ...more, needs: ['areas', 'map', ...(more.needs ?? [])] });
}

function expectIn(tile: string, id: string, isThere: boolean): void {
  if (tile.includes(id) === isThere) return;
  const expected = `a tile ${isThere ? 'with' : 'without'} ${id}`;
  throw new ContractError('tile', expected, tile.slice(0, 200));
}

/** The response has an entity tag, and with it the server responds with 304 and no body. */
async function expectRevalidation(service: Service, target: string): Promise<string> {
  const { status, headers } = await service.request(ask('GET', target));
  expectEqual('status', status, 200);
  const [tag = ''] = headers.etag ?? [];
  if (!/^(?:W\/)?"[^"]+"$/.test(tag)) throw new ContractError('ETag', 'an entity tag', tag);
  for (const known of [tag, `"other", ${tag}`]) {
    const again = await service.request(ask('GET', target, [['If-None-Match', known]]));
    expectEqual(`response to If-None-Match: ${known}`, [again.status, again.body.length], [304, 0]);
    expectEqual('ETag of the response 304', again.headers.etag, [tag]);
  }
  const other = await service.request(ask('GET', target, [['If-None-Match', '"other"']]));
  expectEqual('status for another tag', other.status, 200);
  return tag;
}

const zoom = 14;

/** The map and its tiles, where a service has them. Places are far from those of other cases. */
export const map: readonly HttpCase[] = [
  mapCase(
    'map-page',
    'The map is a page whose policy lets it load nothing from another host.',
    async (service) => {
      const response = await service.request(ask('GET', '/-/map'));
      expectEqual('status', response.status, 200);
      expectEqual('Content-Type', response.headers['content-type'], ['text/html; charset=utf-8']);
      if (!/^<!doctype html>/i.test(bodyText(response))) {
        throw new ContractError('page', 'a page of HTML', bodyText(response).slice(0, 100));
      }
      const policy = response.headers['content-security-policy']?.join() ?? '';
      const sources = Object.fromEntries(policy.split(/\s*;\s*/).map((part) => part.split(/ (.*)/, 2)));
      expectEqual('default-src', sources['default-src'], "'none'");
      for (const name of ['script-src', 'style-src', 'worker-src', 'connect-src']) {
        expectEqual(name, sources[name], "'self'");
      }
    },
  ),
  mapCase('map-page-known', 'A client that has the page gets 304.', async (service) => {
    await expectRevalidation(service, '/-/map');
  }),
  mapCase('map-page-files', 'The files of the page are there, and may be kept.', async (service) => {
    const html = bodyText(await service.request(ask('GET', '/-/map')));
    const files = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="([^":]+)"/g)].map(
      ([, file]) => file ?? '',
    );
    expectEqual('has files', files.length > 0, true);
    for (const file of files) {
      const { pathname } = new URL(file, 'http://localhost/-/map');
      const { status, headers, body } = await service.request(ask('GET', pathname));
      expectEqual(`response to ${file}`, [status, body.length > 0], [200, true]);
      expectEqual(`${file} may be kept`, headers['cache-control']?.join().includes('immutable'), true);
    }
    expectEqual('status of another file', (await service.request(ask('GET', '/-/map/a.js'))).status, 404);
  }),
  mapCase('map-tile', 'A tile has its records, and the tiles beside it have not.', async (service) => {
    const [latitude, longitude] = [-56.7891, -131.2345];
    const { ids } = await createPlaces(service, { one: [latitude, longitude, 'Point Nemo'] });
    const tile = await readTile(service, tileAt(latitude, longitude, zoom));
    expectIn(tile, ids.one, true);
    expectIn(tile, 'Point Nemo', true);
    const [x, y] = addressAt(latitude, longitude, zoom);
    for (const [east, south] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      expectIn(await readTile(service, `/-/tiles/${zoom}/${x + east}/${y + south}.mvt`), ids.one, false);
    }
  }),
  mapCase('map-tile-places', 'A record is in its tile where it is on the map.', async (service) => {
    const [latitude, longitude] = [-55.7891, -140.2345];
    const { ids } = await createPlaces(service, { one: [latitude, longitude] });
    for (const zoom of [12, 16, 20]) {
      const response = await service.request(ask('GET', tileAt(latitude, longitude, zoom)));
      const found = pointsOf(response).find(
        ({ layer, texts }) => layer === 'records' && texts.get('id') === ids.one,
      );
      const [x, y] = placeAt(latitude, longitude, zoom).map((tiles) => tiles % 1) as [number, number];
      const extent = found?.extent ?? 0;
      const isThere = found && Math.abs(found.x - x * extent) <= 1 && Math.abs(found.y - y * extent) <= 1;
      if (isThere) continue;
      const at = `${x.toFixed(3)}, ${y.toFixed(3)} of the tile`;
      throw new ContractError(
        'record in the layer "records"',
        at,
        found && [found.x, found.y, extent].join(', '),
      );
    }
  }),
  mapCase('map-tile-zooms', 'A record is in a tile of each zoom to 24.', async (service) => {
    const [latitude, longitude] = [-57.7891, -132.2345];
    const { ids } = await createPlaces(service, { one: [latitude, longitude] });
    for (const zoom of [12, 18, 24]) {
      expectIn(await readTile(service, tileAt(latitude, longitude, zoom)), ids.one, true);
    }
  }),
  mapCase('map-tile-writes', 'A tile shows each write as soon as it has its response.', async (service) => {
    const [from, to] = [
      [-58.7891, -133.2345],
      [-58.7891, -134.2345],
    ] as const;
    const { ids } = await createPlaces(service, { one: from });
    expectIn(await readTile(service, tileAt(...from, zoom)), ids.one, true);
    await store(service, `/${ids.one}`, locationAt(to));
    expectIn(await readTile(service, tileAt(...from, zoom)), ids.one, false);
    expectIn(await readTile(service, tileAt(...to, zoom)), ids.one, true);
    await service.request(ask('DELETE', `/${ids.one}`));
    expectIn(await readTile(service, tileAt(...to, zoom)), ids.one, false);
  }),
  mapCase(
    'map-tile-round-the-world',
    'Longitudes beyond ±180 are where the same meridian is.',
    async (service) => {
      const { ids } = await createPlaces(service, {
        east: [-59.7891, 224.7655],
        west: [-59.7891, -135.2345],
      });
      const tile = await readTile(service, tileAt(-59.7891, -135.2345, zoom));
      for (const id of Object.values(ids)) expectIn(tile, id, true);
    },
  ),
  mapCase('map-tile-poles', 'Latitudes beyond the map are at its edge.', async (service) => {
    const { ids } = await createPlaces(service, { north: [89.5, -136.2345], south: [-90, -136.2345] });
    const [x] = addressAt(0, -136.2345, zoom);
    expectIn(await readTile(service, `/-/tiles/${zoom}/${x}/0.mvt`), ids.north, true);
    expectIn(await readTile(service, `/-/tiles/${zoom}/${x}/${2 ** zoom - 1}.mvt`), ids.south, true);
  }),
  mapCase('map-tile-text', 'A long description is cut after 100 characters.', async (service) => {
    const [latitude, longitude] = [-60.7891, -137.2345];
    const text = `${'\u{1f5fa}'.repeat(100)}end`;
    await createPlaces(service, { one: [latitude, longitude, text] });
    const tile = await readTile(service, tileAt(latitude, longitude, zoom));
    expectEqual('has the beginning', tile.includes('\u{1f5fa}'.repeat(100)), true);
    expectEqual('has the end', tile.includes('end'), false);
  }),
  mapCase(
    'map-tile-known',
    'A client that has a tile gets 304 until the tile is another.',
    async (service) => {
      const [latitude, longitude] = [-61.7891, -138.2345];
      const { ids } = await createPlaces(service, { one: [latitude, longitude] });
      const target = tileAt(latitude, longitude, zoom);
      const tag = await expectRevalidation(service, target);
      await store(service, `/${ids.one}`, locationAt([latitude, longitude, 'another']));
      expectIn(await readTile(service, target, [['If-None-Match', tag]]), 'another', true);
    },
  ),
  mapCase('map-tile-addresses', 'What is not the address of a tile is an unknown route.', async (service) => {
    const targets = [
      '/-/tiles/0/1/0.mvt',
      '/-/tiles/1/0/2.mvt',
      '/-/tiles/25/0/0.mvt',
      '/-/tiles/0/0/0.png',
      '/-/tiles/0/0',
      '/-/tiles',
      '/-/tiles/-1/0/0.mvt',
    ];
    for (const target of targets) {
      expectProblem(await service.request(ask('GET', target)), 404, messages.routeNotFound);
    }
  }),
  mapCase('map-tile-json', 'The TileJSON document names the tiles by an absolute URL.', async (service) => {
    const response = await service.request(ask('GET', '/-/tiles.json'));
    expectEqual('response', [response.status, response.headers['content-type']], [200, ['application/json']]);
    const { tilejson, tiles, vector_layers: layers } = JSON.parse(bodyText(response));
    expectEqual('tilejson', tilejson, '3.0.0');
    const isAbsolute = /^https?:\/\/[^/]+(?:\/[^?#]*)?\/-\/tiles\/\{z\}\/\{x\}\/\{y\}\.mvt$/.test(tiles?.[0]);
    if (!isAbsolute) throw new ContractError('tiles', 'an absolute URL with {z}, {x} and {y}', tiles);
    expectEqual(
      'layers',
      layers?.map(({ id }: { id: unknown }) => id),
      ['records', 'cells'],
    );
  }),
  mapCase(
    'map-methods',
    'HEAD is as GET without a body, OPTIONS lists the methods, and writes are 405.',
    async (service) => {
      for (const target of ['/-/map', '/-/tiles.json', tileAt(-62.7891, -139.2345, zoom)]) {
        const got = await service.request(ask('GET', target));
        const head = await service.request(ask('HEAD', target));
        expectEqual('HEAD', [head.status, head.body.length], [200, 0]);
        for (const name of ['content-type', 'etag']) expectEqual(name, head.headers[name], got.headers[name]);
        const options = await service.request(ask('OPTIONS', target));
        expectEqual('OPTIONS', [options.status, options.body.length], [200, 0]);
        for (const method of ['POST', 'PUT', 'DELETE']) {
          const response = await service.request(
            method === 'DELETE' ? ask(method, target) : send(method, target, first),
          );
          expectProblem(response, 405, messages.methodNotAllowed);
          expectEqual(
            'Allow',
            response.headers.allow
              ?.join()
              .split(/\s*,\s*/)
              .toSorted(),
            ['GET', 'HEAD', 'OPTIONS'],
          );
        }
      }
    },
  ),
  mapCase(
    'map-base-path',
    'Under a base path, the map and the tiles are below it.',
    async (service) => {
      for (const path of ['/-/map', '/-/tiles.json', '/-/tiles/0/0/0.mvt']) {
        expectEqual(
          `status of ${path}`,
          (await service.request(ask('GET', `/locations${path}`))).status,
          200,
        );
        expectProblem(await service.request(ask('GET', path)), 404, messages.routeNotFound);
      }
      const document = JSON.parse(bodyText(await service.request(ask('GET', '/locations/-/tiles.json'))));
      expectEqual('path of the tiles', document.tiles[0].includes('/locations/-/tiles/'), true);
    },
    { options: { basePath: '/locations' } },
  ),
];
