import type { LocationResponse } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { inOnePiece } from '../src/bytes-response.ts';
import { around, type ConsoleMutant, changingResponses, problem, withWithin } from './console-mutant.ts';

/** A console whose responses below a path are as `change` makes them. */
function changing(path: string, change: (response: LocationResponse) => LocationResponse) {
  return changingResponses((response, { target }) => (target.includes(path) ? change(response) : response));
}

/** A console that has other fields in its responses below a path. */
function withFields(path: string, fields: LocationResponse['headers']) {
  return changing(path, (response) => ({ ...response, headers: { ...response.headers, ...fields } }));
}

/** A console that gives for one tile another one. */
function givingTile(
  change: (zoom: number, x: number, y: number) => readonly [number, number, number] | undefined,
) {
  return around(async (handle, request) => {
    const match = /^(.*\/-\/tiles\/)(\d+)\/(\d+)\/(\d+)\.mvt$/.exec(request.target);
    const [zoom = 0, x = 0, y = 0] = (match ?? []).slice(2).map(Number);
    const other = match ? change(zoom, x, y) : undefined;
    return handle(
      other ? deriveRequest(request, { target: `${match?.[1]}${other.join('/')}.mvt` }) : request,
    );
  });
}

/** A console whose bodies of bytes are as `change` makes them. */
function changingBytes(path: string, change: (bytes: Uint8Array) => Uint8Array) {
  return around(async (handle, request) => {
    const response = await handle(request);
    if (!request.target.includes(path) || request.method !== 'GET' || response.status !== 200)
      return response;
    const bytes = change(await bytesOf(response));
    const headers = { ...response.headers, 'Content-Length': String(bytes.length) };
    return { ...response, headers, body: inOnePiece(bytes) };
  });
}

async function bytesOf({ body }: LocationResponse): Promise<Uint8Array> {
  const pieces: number[] = [];
  for await (const piece of body) pieces.push(...(piece as unknown as Uint8Array));
  return Uint8Array.from(pieces);
}

function replacing(from: string, to: string) {
  return (bytes: Uint8Array) => new TextEncoder().encode(new TextDecoder().decode(bytes).replace(from, to));
}

/** Swaps x and y of each point: a field of three numbers, of which the first is the command MoveTo. */
function swapped(bytes: Uint8Array): Uint8Array {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const number = '[\\x80-\\xff]*[\\x00-\\x7f]';
  const point = new RegExp(`(\\x22[\\x03-\\x0b]\\x09)(${number})(${number})`, 'g');
  const changed = text.replace(point, '$1$3$2');
  return Uint8Array.from(changed, (character) => character.charCodeAt(0));
}

/** Consoles with another map, or with other tiles. */
export const mapMutants: readonly ConsoleMutant[] = [
  {
    id: 'tile-swaps-axes',
    breaks: 'puts a record to the south where it is to the east in its tile',
    killedBy: 'map-tile-places',
    create: changingBytes('.mvt', swapped),
  },
  {
    id: 'map-without-policy',
    breaks: 'sends the page without a policy',
    killedBy: 'map-page',
    create: changing('/-/map', ({ headers: { 'Content-Security-Policy': _, ...headers }, ...rest }) => ({
      ...rest,
      headers,
    })),
  },
  {
    id: 'map-of-any-host',
    breaks: 'lets the page load scripts from any host',
    killedBy: 'map-page',
    create: withFields('/-/map', { 'Content-Security-Policy': "default-src 'self' https:" }),
  },
  {
    id: 'map-sent-again',
    breaks: 'sends the page to clients that have it',
    killedBy: 'map-page-known',
    create: around(async (handle, request) =>
      request.target.endsWith('/-/map') ? handle(deriveRequest(request, { headers: {} })) : handle(request),
    ),
  },
  {
    id: 'map-without-files',
    breaks: 'has no files of the page',
    killedBy: 'map-page-files',
    create: around(async (handle, request) =>
      request.target.includes('/-/map/') ? problem(404, 'Not found') : handle(request),
    ),
  },
  {
    id: 'map-files-asked-for-again',
    breaks: 'does not let clients keep the files of the page',
    killedBy: 'map-page-files',
    create: withFields('/-/map/', { 'Cache-Control': 'no-cache' }),
  },
  {
    id: 'tile-of-the-west',
    breaks: 'gives the tile to the west of the one that is asked for',
    killedBy: 'map-tile',
    create: givingTile((zoom, x, y) => (zoom === 14 ? [zoom, x - 1, y] : undefined)),
  },
  {
    id: 'tile-from-the-south',
    breaks: 'counts tiles from the south',
    killedBy: 'map-tile',
    create: givingTile((zoom, x, y) => [zoom, x, 2 ** zoom - 1 - y]),
  },
  {
    id: 'tile-of-a-lower-zoom',
    breaks: 'gives the tile around the one that is asked for',
    killedBy: 'map-tile',
    create: givingTile((zoom, x, y) => [zoom - 1, x >> 1, y >> 1]),
  },
  {
    id: 'tiles-to-zoom-18',
    breaks: 'has no tiles beyond zoom 18',
    killedBy: 'map-tile-zooms',
    create: around(async (handle, request) =>
      /\/tiles\/(?:19|2\d)\//.test(request.target) ? problem(404, 'Route not found') : handle(request),
    ),
  },
  {
    id: 'tiles-kept',
    breaks: 'gives each tile as it was when it was first asked for',
    killedBy: 'map-tile-writes',
    create: (options) => {
      const kept = new Map<string, Promise<Uint8Array>>();
      const create = around(async (handle, request) => {
        const response = await handle(request);
        if (!request.target.includes('/tiles/') || request.method !== 'GET' || response.status !== 200)
          return response;
        if (!kept.has(request.target)) kept.set(request.target, bytesOf(response));
        const bytes = await (kept.get(request.target) as Promise<Uint8Array>);
        return {
          ...response,
          headers: { ...response.headers, 'Content-Length': String(bytes.length) },
          body: inOnePiece(bytes),
        };
      });
      return create(options);
    },
  },
  {
    id: 'tiles-of-half-the-world',
    breaks: 'shows no record beyond ±180 degrees',
    killedBy: 'map-tile-round-the-world',
    create: withWithin(
      (store) => (box, options) =>
        box.west >= 180 && box.north - box.south < 1
          ? Promise.resolve({ records: [], next: undefined })
          : store.within(box, options),
    ),
  },
  {
    id: 'tiles-to-the-edge',
    breaks: 'shows no record beyond the edge of the map',
    killedBy: 'map-tile-poles',
    create: withWithin((store) => async (box, options) => {
      const { records, next } = await store.within(box, options);
      return {
        records: records.filter(([, { coordinates }]) => Math.abs(coordinates.latitude) < 85.06),
        next,
      };
    }),
  },
  {
    id: 'tile-with-whole-text',
    breaks: 'adds more to a description that it cuts',
    killedBy: 'map-tile-text',
    create: changingBytes('/tiles/', replacing('…', 'end')),
  },
  {
    id: 'tile-without-tag',
    breaks: 'sends tiles without an entity tag',
    killedBy: 'map-tile-known',
    create: changing('/tiles/', ({ headers: { ETag: _, ...headers }, ...rest }) => ({ ...rest, headers })),
  },
  {
    id: 'tile-always-known',
    breaks: 'responds with 304 to every tag',
    killedBy: 'map-tile-known',
    create: around(async (handle, request) => {
      const response = await handle(request);
      const isAsked = request.target.includes('/tiles/') && request.headers['if-none-match'] !== undefined;
      return isAsked ? { status: 304, headers: { ETag: String(response.headers.ETag) }, body: '' } : response;
    }),
  },
  {
    id: 'tiles-of-no-world',
    breaks: 'gives an empty tile for an address that is not one',
    killedBy: 'map-tile-addresses',
    create: changingResponses((response, { target }) =>
      target.includes('/tiles/') && response.status === 404
        ? {
            status: 200,
            headers: { 'Content-Type': 'application/vnd.mapbox-vector-tile', 'Content-Length': '0' },
            body: '',
          }
        : response,
    ),
  },
  {
    id: 'tile-json-relative',
    breaks: 'names the tiles by a relative URL',
    killedBy: 'map-tile-json',
    create: changingBytes('/tiles.json', (bytes) =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace(/https?:\/\/[^/]+/, '')),
    ),
  },
  {
    id: 'map-takes-writes',
    breaks: 'takes writes to the map for reads',
    killedBy: 'map-methods',
    create: around(async (handle, request) => {
      const isWrite =
        /\/-\/(?:map|tiles)/.test(request.target) && ['POST', 'PUT', 'DELETE'].includes(request.method);
      return handle(isWrite ? deriveRequest(request, { method: 'GET' }) : request);
    }),
  },
  {
    id: 'tile-json-of-the-root',
    breaks: 'leaves the base path out of the URL of the tiles',
    killedBy: 'map-base-path',
    create: changingBytes('/tiles.json', replacing('/locations/-/', '/-/')),
  },
];
