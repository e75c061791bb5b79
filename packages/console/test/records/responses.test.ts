import { createAreaMemoryStore, stripeOf } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { collectionOf, consoleOver, record, textOf } from '../requests.ts';

const many = Array.from({ length: 3000 }, (_, index) => record(`${index}`, index / 100, 1));
const get = consoleOver(many);

/** The reference in the field `Link`. */
function linkOf(headers: Readonly<Record<string, string>>): string {
  return /^<([^>]*)>; rel="next"$/.exec(headers.Link ?? '')?.[1] ?? '';
}

describe('the link to the next page', () => {
  it.each(['geojson', 'json', 'ndjson', 'geojsonseq', 'csv', 'json-object'])(
    'is in the field Link of %s, and keeps the parameters',
    async (format) => {
      const { headers } = await get(`/-/records?limit=10&f=${format}&bbox=0,0,5,1e1`);
      expect(linkOf(headers)).toMatch(new RegExp(`^\\?bbox=0,0,5,10&limit=10&f=${format}&cursor=[\\w-]+$`));
    },
  );

  it('is in the FeatureCollection, too', async () => {
    const response = await get('/-/records?near=1,1&radius=100000&limit=10');
    const { links } = await collectionOf(response);
    expect(links).toEqual([{ rel: 'next', type: 'application/geo+json', href: linkOf(response.headers) }]);
    expect(linkOf(response.headers)).toMatch(/^\?near=1,1&radius=100000&limit=10&cursor=/);
  });

  it('is not there on the last page', async () => {
    const response = await get('/-/records?limit=3000');
    expect(response.headers).not.toHaveProperty('Link');
  });

  it('leads from every path on which the console is mounted', async () => {
    const { headers } = await get('/-/records?bbox=-1,0,1e300,1e300&limit=10');
    const next = new URL(linkOf(headers), 'http://host/a/b/-/records?limit=10');
    expect(next.pathname).toBe('/a/b/-/records');
    const { features } = await collectionOf(await get(`/-/records${next.search}`));
    expect(features.map(({ id }) => id)).toEqual([
      '10',
      '11',
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
      '18',
      '19',
    ]);
  });
});

describe('lines without a limit', () => {
  it('are all records, piece by piece', async () => {
    const { headers, body } = await get('/-/records?f=ndjson');
    expect(headers).toEqual({ 'Content-Type': 'application/x-ndjson', Vary: 'Accept' });
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(String(piece));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces) expect(piece).toMatch(/\}\n$/);
    const ids = pieces
      .join('')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    expect(ids).toEqual(many.map(([id]) => id));
  });

  it('come whole where they are few', async () => {
    const { headers, body } = await get('/-/records?f=ndjson&bbox=0,0,1,0.1');
    expect(headers['Content-Length']).toBe(String(String(body).length));
    expect(String(body).split('\n')).toHaveLength(12);
  });

  it('go on after a cursor', async () => {
    const { headers } = await get('/-/records?f=ndjson&limit=2990');
    const cursor = new URLSearchParams(linkOf(headers)).get('cursor');
    const text = await textOf(await get(`/-/records?f=ndjson&cursor=${cursor}`));
    expect(text.split('\n')).toHaveLength(11);
  });

  it('are all records within a radius, the nearest first', async () => {
    const crowd = Array.from({ length: 12_000 }, (_, index) => record(`${index}`, index / 1e6, 1));
    const response = await consoleOver(crowd)('/-/records?f=ndjson&near=0,1&radius=1000');
    const features = (await textOf(response))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const within = features.map(({ properties }) => properties.distance);
    expect(within).toEqual([...within].sort((a, b) => a - b));
    expect(features.map(({ id }) => id)).toEqual(crowd.slice(0, features.length).map(([id]) => id));
    expect(features.length).toBe(8994);
  });

  it('are a page of the nearest ones at any distance', async () => {
    const response = await get('/-/records?f=ndjson&near=0,1');
    expect((await textOf(response)).split('\n')).toHaveLength(101);
    expect(linkOf(response.headers)).toContain('cursor=');
  });

  it('have no empty piece, where the store finds out late that there is nothing more', async () => {
    const long = Array.from({ length: 256 }, (_, index) =>
      record(`${index}`, index / 100, 1, 'x'.repeat(200)),
    );
    const store = createAreaMemoryStore(long);
    const late = Object.assign(store, {
      within: new Proxy(store.within, {
        async apply(within, self, args) {
          const page = await Reflect.apply(within, self, args);
          const [id, location] = page.records.at(-1) ?? [];
          const next = id && { part: stripeOf(location.coordinates.longitude), ...location.coordinates, id };
          return { records: page.records, next: page.next ?? next };
        },
      }),
    });
    const { body } = await consoleOver(late)('/-/records?f=ndjson&bbox=0,0,9,9');
    const pieces: string[] = [];
    for await (const piece of body) pieces.push(String(piece));
    expect(pieces.map((piece) => piece.split('\n').length)).toEqual([129, 129]);
  });

  it('are read from the store no faster than they are taken', async () => {
    // A page of the store has two pieces, of which the first is written before the response begins.
    const long = Array.from({ length: 3000 }, (_, index) =>
      record(`${index}`, index / 100, 1, 'x'.repeat(200)),
    );
    const store = createAreaMemoryStore(long);
    let reads = 0;
    const counting = Object.assign(store, {
      within: new Proxy(store.within, {
        apply(within, self, args) {
          reads++;
          return Reflect.apply(within, self, args);
        },
      }),
    });
    const { body } = await consoleOver(counting)('/-/records?f=ndjson&bbox=0,0,90,90');
    expect(reads).toBe(1);
    const iterator = (body as AsyncIterableIterator<string>)[Symbol.asyncIterator]();
    await iterator.next();
    await iterator.next();
    expect(reads).toBe(1);
    await iterator.next();
    expect(reads).toBe(2);
    await iterator.return?.();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(reads).toBe(2);
  });
});
