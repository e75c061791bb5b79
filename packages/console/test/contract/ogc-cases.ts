import { expect } from 'vitest';
import {
  ask,
  type ConsoleCase,
  type ConsoleService,
  expectError,
  idsOf,
  reading,
  write,
  writing,
} from './console-case.ts';
import { places } from './places.ts';

const root = '/-/ogc';
const collection = `${root}/collections/records`;
const items = `${collection}/items`;
const json = 'application/json';
const geoJson = 'application/geo+json';

interface Link {
  readonly href: string;
  readonly rel: string;
  readonly type: string;
}

interface Document {
  readonly links: readonly Link[];
}

interface Items extends Document {
  readonly type: string;
  readonly timeStamp: string;
  readonly numberMatched?: number;
  readonly numberReturned: number;
  readonly features: readonly {
    readonly id: string;
    readonly properties: { readonly description: string | null };
  }[];
}

/** The document at a path, which must have this content type. */
async function documentAt<Type = Document>(
  service: ConsoleService,
  path: string,
  type = json,
): Promise<Type> {
  const response = await ask(service, path);
  const text = await response.text();
  expect([path, response.status, response.headers.get('Content-Type')], text).toEqual([path, 200, type]);
  return JSON.parse(text);
}

/** The target of the link with this relation, without the URL of the service, which each link begins with. */
function linkOf(service: ConsoleService, { links }: Document, rel: string): string | undefined {
  const href = links.find((link) => link.rel === rel)?.href;
  if (href === undefined) return undefined;
  expect(href.startsWith(service.url), href).toBe(true);
  return href.slice(service.url.length);
}

/** The pages of a query, each reached by the link of the one before. */
async function pagesOf(service: ConsoleService, query: string): Promise<Items[]> {
  const pages: Items[] = [];
  for (let path: string | undefined = `${items}${query}`; path !== undefined; ) {
    const page: Items = await documentAt<Items>(service, path, geoJson);
    expect(page).toMatchObject({ type: 'FeatureCollection', numberReturned: page.features.length });
    pages.push(page);
    path = linkOf(service, page, 'next');
    expect(pages.length, `pages of ${query}`).toBeLessThan(500);
  }
  return pages;
}

async function idsFor(service: ConsoleService, query: string): Promise<string[]> {
  return (await pagesOf(service, query)).flatMap(({ features }) => features.map(({ id }) => id));
}

const across = ['at 175', 'at 179.95', 'at 180', 'at -180', 'at -179.95', 'at -175'];

/** Each query finds exactly these places, in any order. */
const found: readonly (readonly [title: string, query: string, ids: readonly string[]])[] = [
  [
    'a box finds the records in it and on its edges',
    '?bbox=-123,-47,-122,-47',
    ['north edge', 'north-east corner'],
  ],
  ['a box whose west is above its east crosses the antimeridian', '?bbox=170,17,-170,18', across],
  ['the heights of a box with six numbers change nothing', '?bbox=170,17,5,-170,18,9', across],
  ['pages of a box go on across the antimeridian', '?bbox=170,17,-170,18&limit=2', across],
];

const times = [
  ...['2018-02-12T23:20:50Z', '2018-02-12', '2018-02-12T00:00:00Z/2018-03-18T12:31:12.5Z'],
  ...['../2018-03-18T12:31:12Z', '/2018-03-18T12:31:12Z', '2018-02-12T00:00:00%2B01:00/..', '2018-02-12/'],
];

/** Identifiers that a path has to escape. */
const awkward = ['a/b', '100%', '%2F', 'ünïcödé 🗼', 'a?b#c', '+', ' ', '"\\', '\u0000', 'items', '-', '%zz'];

/** OGC API Features, Part 1 (D48). */
export const ogcCases: readonly ConsoleCase[] = [
  reading(
    'the landing page of OGC API leads to the API, the conformance and the records',
    async (service) => {
      const page = await documentAt(service, root);
      expect(page).toMatchObject({ title: expect.any(String) });
      expect(page.links.map(({ rel, type }) => [rel, type])).toEqual([
        ['self', json],
        ['service-desc', 'application/vnd.oai.openapi+json;version=3.1'],
        ['service-doc', 'text/html'],
        ['conformance', json],
        ['data', json],
      ]);
      expect(linkOf(service, page, 'self')).toBe(root);
      expect(linkOf(service, page, 'service-desc')).toBe('/-/openapi.json');
      const collections = await documentAt<Document & { collections: readonly Document[] }>(
        service,
        String(linkOf(service, page, 'data')),
      );
      expect(collections.collections).toEqual([await documentAt(service, collection)]);
      const itemsPath = linkOf(service, collections.collections[0] as Document, 'items');
      await documentAt<Items>(service, String(itemsPath), geoJson);
      const own = String(linkOf(service, collections, 'self'));
      expect(await documentAt(service, own)).toEqual(collections);
    },
  ),
  reading(
    'the conformance of OGC API names the classes that are implemented, and no others',
    async (service) => {
      const page = await documentAt(service, root);
      expect(await documentAt<unknown>(service, String(linkOf(service, page, 'conformance')))).toEqual({
        conformsTo: [
          'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
          'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
        ],
      });
    },
  ),
  reading('the landing page of OGC API is there with a slash behind it, too', async (service) => {
    expect(await documentAt(service, `${root}/`)).toEqual(await documentAt(service, root));
  }),
  ...found.map(([title, query, ids]) =>
    reading(`for OGC API, ${title}`, async (service) => {
      expect((await idsFor(service, query)).toSorted()).toEqual(ids.toSorted());
    }),
  ),
  ...['', '?limit=1', '?limit=7', '?limit=10000', '?limit=999999999&f=json'].map((query) =>
    reading(`the pages of OGC API have every record once: items${query}`, async (service) => {
      const all = await idsFor(service, query);
      expect(all.toSorted()).toEqual(places.map(([id]) => id).toSorted());
      expect(all).toEqual(await idsOf(service, 'limit=10000'));
    }),
  ),
  reading('a page of OGC API has at most 100 records, or "limit", and links to itself', async (service) => {
    const [first, second] = await pagesOf(service, '?limit=3&bbox=-123,-48,-122,-47');
    expect(first?.features).toHaveLength(3);
    for (const page of [first, second] as Items[]) {
      const again = await documentAt<Items>(service, String(linkOf(service, page, 'self')), geoJson);
      expect({ ...again, timeStamp: '' }).toEqual({ ...page, timeStamp: '' });
    }
  }),
  reading('a page of OGC API says how many records match only if it has all of them', async (service) => {
    const matched = async (query: string) =>
      (await pagesOf(service, query)).map((page) => page.numberMatched);
    expect(await matched('?bbox=170,17,-170,18')).toEqual([across.length]);
    expect(await matched('?bbox=1,1,1,1')).toEqual([0]);
    expect(await matched('?bbox=170,17,-170,18&limit=3')).toEqual([undefined, undefined]);
  }),
  reading('a page of OGC API has the time at which it was made', async (service) => {
    const before = Date.now();
    const { timeStamp } = await documentAt<Items>(service, items, geoJson);
    expect(timeStamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(Date.parse(timeStamp)).toBeGreaterThanOrEqual(before);
  }),
  reading(
    'a Feature of OGC API has its numbers digit by digit, and a description even if it is null',
    async (service) => {
      const { features } = await documentAt<Items>(service, `${items}?bbox=20.1,10,20.1,11`, geoJson);
      expect(features).toEqual([
        {
          type: 'Feature',
          id: 'ödd "id" \\ \u{1f5fc}',
          geometry: { type: 'Point', coordinates: [20.1, 10.123456789012344] },
          properties: { description: 'two\r\nlines, "quoted"; \0\u2028<b>&amp;' },
        },
      ]);
      const zero = await documentAt<Items>(service, `${items}?bbox=0,0,0,0`, geoJson);
      expect(zero.features.map(({ properties }) => properties)).toEqual([{ description: null }]);
    },
  ),
  reading(
    'every time and interval matches all records in OGC API, since records have no time',
    async (service) => {
      for (const time of times) {
        expect(await idsFor(service, `?bbox=170,17,-170,18&datetime=${time}`), time).toHaveLength(
          across.length,
        );
      }
    },
  ),
  ...[
    ['an unknown parameter', 'bboxx=1,2,3,4'],
    ["an unknown parameter of the standard's other parts", 'crs=http://www.opengis.net/def/crs/EPSG/0/3857'],
    ['a parameter of /-/records', 'near=1,2'],
    ['a repeated parameter', 'limit=1&limit=1'],
    ['a limit of 0', 'limit=0'],
    ['a limit that is no number', 'limit=all'],
    ['a box of five numbers', 'bbox=1,2,3,4,5'],
    ['a box whose south is above its north', 'bbox=1,2,3,1'],
    ['a height that is no number', 'bbox=1,2,a,3,4,b'],
    ['a time that is none', 'datetime=yesterday'],
    ['an interval without an end or a beginning', 'datetime=../..'],
    ['a format that does not exist', 'f=html'],
    ['a cursor of another query', 'bbox=1,2,3,4&cursor=WzEsIiIsInN0cmlwZSIsMF0'],
  ].map(([what, query]) =>
    reading(`for OGC API, ${what} is 400: ${query}`, async (service) => {
      await expectError(await ask(service, `${items}?${query}`), 400);
    }),
  ),
  reading('each document of OGC API takes f=json, and no other parameter', async (service) => {
    for (const path of [root, `${root}/conformance`, `${root}/collections`, collection, `${items}/centre`]) {
      const type = path.startsWith(items) ? geoJson : json;
      expect(await documentAt(service, `${path}?f=json`, type)).toEqual(
        await documentAt(service, path, type),
      );
      for (const query of ['limit=1', 'f=html'])
        await expectError(await ask(service, `${path}?${query}`), 400);
    }
  }),
  writing('an item of OGC API is found by any identifier, and leads to itself', async (service) => {
    for (const id of awkward) {
      await write(service, 'POST', id, [1, 2], id);
      const path = `${items}/${encodeURIComponent(id)}`;
      const item = await documentAt<Document>(service, path, geoJson);
      expect(item).toMatchObject({
        ...{ type: 'Feature', id, properties: { description: id } },
        geometry: { type: 'Point', coordinates: [2, 1] },
      });
      expect(item.links.map(({ rel }) => rel)).toEqual(['self', 'collection']);
      expect(linkOf(service, item, 'self')).toBe(path);
      expect(linkOf(service, item, 'collection')).toBe(collection);
    }
  }),
  reading('an item of OGC API that does not exist is 404, and one that cannot be is 400', async (service) => {
    await expectError(await ask(service, `${items}/no%2Fsuch`), 404, 'Resource not found: no/such');
    await expectError(await ask(service, `${items}/%zz`), 400, 'Location identifier is not valid');
  }),
  reading('other paths below /-/ogc are unknown routes', async (service) => {
    for (const path of ['/x', '/collections/', '/collections/a', '/collections/a/items', '/conformance/x']) {
      await expectError(await ask(service, `${root}${path}`), 404, 'Route not found');
    }
    for (const path of ['/', '/a/b']) await expectError(await ask(service, `${items}${path}`), 404);
  }),
  reading('each resource of OGC API has GET, HEAD and OPTIONS', async (service) => {
    for (const path of [
      root,
      `${root}/conformance`,
      `${root}/collections`,
      collection,
      items,
      `${items}/hub`,
    ]) {
      const get = await ask(service, path);
      const head = await ask(service, path, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      expect(head.headers.get('Content-Type')).toBe(get.headers.get('Content-Type'));
      await get.arrayBuffer();
      const options = await ask(service, path, { method: 'OPTIONS' });
      expect([options.status, options.headers.get('Allow')]).toEqual([200, 'GET, HEAD, OPTIONS']);
      await expectError(await ask(service, path, { method: 'POST' }), 405, 'Method not allowed');
    }
  }),
  writing('a store that fails while it finds items for OGC API is 500', async (service) => {
    service.failOnce(new Error('broken'));
    await expectError(await ask(service, items), 500, 'Internal server error');
    expect(service.reported).toHaveLength(1);
  }),
];
