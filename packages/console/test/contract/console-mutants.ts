import type { LocationResponse } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import type { AreaStore } from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import { type CreateConsoleService as Create, rightService } from './serve-console.ts';

function withWithin(change: (store: AreaStore) => AreaStore['within']): Create {
  return (options) => {
    const { store } = options;
    const { guarantees } = store;
    return rightService({ ...options, store: { ...storeOver(store), guarantees, within: change(store) } });
  };
}

/** A console that acts on one parameter as `change` makes its value; `undefined` stands for none. */
function changingParameter(name: string, change: (value: string) => string | undefined): Create {
  return (options) => {
    const handle = rightService(options);
    return (request) => {
      const [path = '', query] = request.target.split('?', 2);
      if (!path.includes('/-/') || query === undefined) return handle(request);
      const parts = query.split('&').flatMap((part) => {
        if (!part.startsWith(`${name}=`)) return part;
        const value = change(decodeURIComponent(part.slice(name.length + 1)));
        return value === undefined ? [] : `${name}=${value}`;
      });
      return handle(deriveRequest(request, { target: `${path}?${parts.join('&')}` }));
    };
  };
}

function changingResponses(change: (response: LocationResponse, target: string) => LocationResponse): Create {
  return (options) => {
    const handle = rightService(options);
    return async (request) => {
      const response = await handle(request);
      return request.target.includes('/-/') ? change(response, request.target) : response;
    };
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a mutant makes anything of a Feature.
function changingFeatures(change: (feature: any) => object): Create {
  return changingResponses((response) => {
    const isPage = response.headers['Content-Type'] === 'application/geo+json' && response.status === 200;
    if (!isPage || typeof response.body !== 'string' || response.body === '') return response;
    const page = JSON.parse(response.body);
    const body = JSON.stringify({ ...page, features: page.features.map(change) });
    const headers = { ...response.headers, 'Content-Length': String(Buffer.byteLength(body)) };
    return { ...response, headers, body };
  });
}

function without(response: LocationResponse, name: string): LocationResponse {
  const { [name]: _, ...headers } = response.headers;
  return { ...response, headers };
}

/** Consoles with one fault that real services have: what it does, and the case that rejects it. */
export const consoleMutants: readonly (readonly [breaks: string, killedBy: string, create: Create])[] = [
  [
    'takes a box for south, west, north, east',
    'areas-box',
    withWithin((store) => ({ west, south, east, north }, options) => {
      const swapped = { west: south, south: west, east: north, north: east };
      const isBox = swapped.west <= swapped.east && swapped.south <= swapped.north;
      return store.within(isBox ? swapped : { west, south, east, north }, options);
    }),
  ],
  [
    'does not find what is on the west edge of a box',
    'areas-box',
    withWithin((store) => async (box, options) => {
      const { records, next } = await store.within(box, options);
      return { records: records.filter(([, one]) => one.coordinates.longitude !== box.west), next };
    }),
  ],
  [
    'rounds the edges of a box to single precision',
    'areas-box-exact',
    withWithin((store) => ({ west, south, east, north }, options) => {
      const [w = 0, s = 0, e = 0, n = 0] = [west, south, east, north].map((edge) =>
        Number.isFinite(Math.fround(edge)) ? Math.fround(edge) : edge,
      );
      return store.within({ west: w, south: s, east: e, north: n }, options);
    }),
  ],
  [
    'exchanges west and east when west is above east',
    'areas-antimeridian',
    changingParameter('bbox', (text) => {
      const [west = '', south, east = '', north] = text.split(',');
      return Number(west) > Number(east) ? [east, south, west, north].join(',') : text;
    }),
  ],
  [
    'takes the radius for kilometres',
    'areas-near',
    changingParameter('radius', (text) => String(Number(text) * 1000)),
  ],
  [
    'takes a point for longitude, latitude',
    'areas-near',
    changingParameter('near', (text) => text.split(',').reverse().join(',')),
  ],
  [
    'ignores a limit',
    'areas-pages',
    changingParameter('limit', (text) => (text === 'all' ? text : undefined)),
  ],
  [
    'goes on after all records at the place of the last one',
    'areas-pages',
    withWithin((store) => (box, { after, limit }) => {
      return store.within(box, { after: after && { ...after, id: '\u{10ffff}' }, limit });
    }),
  ],
  ['has no field Link', 'areas-pages', changingResponses((response) => without(response, 'Link'))],
  [
    'takes the first of repeated parameters',
    'areas-repeated-bbox',
    (options) => {
      const handle = rightService(options);
      return (request) => {
        const target = request.target.replace(/(bbox=[^&]*)&bbox=[^&]*/, '$1');
        return handle(deriveRequest(request, { target }));
      };
    },
  ],
  [
    'ignores a radius without a point',
    'areas-radius-alone',
    (options) => {
      const handle = rightService(options);
      return (request) => {
        const isAlone = request.target.includes('radius=') && !request.target.includes('near=');
        const target = isAlone ? request.target.replace(/&?radius=[^&]*/, '') : request.target;
        return handle(deriveRequest(request, { target }));
      };
    },
  ],
  [
    'gives latitude before longitude',
    'areas-geojson',
    changingFeatures((feature) => {
      const coordinates = feature.geometry.coordinates.toReversed();
      return { ...feature, geometry: { ...feature.geometry, coordinates } };
    }),
  ],
  [
    'lists the methods of the service',
    'areas-options',
    changingResponses((response) => {
      if (!response.headers.Allow) return response;
      const headers = { ...response.headers, Allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS' };
      return { ...response, headers };
    }),
  ],
  [
    'finds nothing when the store fails',
    'areas-failure',
    withWithin((store) => (box, options) => {
      return store.within(box, options).catch(() => ({ records: [], next: undefined }));
    }),
  ],
  [
    'sends the page without a content security policy',
    'map-page',
    changingResponses((response) => without(response, 'Content-Security-Policy')),
  ],
  [
    'counts tiles from the south',
    'map-tile',
    (options) => {
      const handle = rightService(options);
      return (request) => {
        const target = request.target.replace(/tiles\/(\d+)\/(\d+)\/(\d+)\.mvt/, (whole, z, x, y) => {
          const south = 2 ** Number(z) - 1 - Number(y);
          return south < 0 ? whole : `tiles/${z}/${x}/${south}.mvt`;
        });
        return handle(deriveRequest(request, { target }));
      };
    },
  ],
  [
    'sends tiles without an entity tag',
    'map-tile-known',
    changingResponses((response, target) =>
      target.includes('/tiles/') ? without(response, 'ETag') : response,
    ),
  ],
];
