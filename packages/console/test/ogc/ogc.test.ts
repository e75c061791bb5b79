import { createHandler, type LocationRequest } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleOptions, createConsole } from '../../src/index.ts';
import { record, textOf } from '../requests.ts';

const store = createAreaMemoryStore(
  Array.from({ length: 50 }, (_, number) => record(`${number}`, 1, number)),
);

/** The response to GET of a target below `/-/ogc`. */
function get(
  target: string,
  headers: LocationRequest['headers'] = {},
  options: Partial<ConsoleOptions> = {},
) {
  const handle = createConsole(createHandler({ store }), { store, ...options });
  return handle({ method: 'GET', target: `/-/ogc${target}`, headers, body: async () => new Uint8Array() });
}

/** The targets of all links in a document. */
async function linksAt(...request: Parameters<typeof get>): Promise<readonly string[]> {
  const text = await textOf(await get(...request));
  return [...text.matchAll(/"href":("(?:[^"\\]|\\.)*")/g)].map(([, href = '']) => JSON.parse(href));
}

const targets = [
  '',
  '/collections',
  '/collections/records',
  '/collections/records/items?limit=1',
  '/collections/records/items/1',
];

describe('the links of OGC API', () => {
  it.each(targets)('begin with the host and the scheme that the client uses: %s', async (target) => {
    const headers = { host: ['example.org'], 'x-forwarded-proto': ['HTTPS, http'] };
    const links = await linksAt(target, headers);
    expect(links).not.toEqual([]);
    for (const link of links) expect(link).toMatch(/^https:\/\/example\.org\/-\//);
  });

  it.each(targets)('begin with the option publicUrl if it is set: %s', async (target) => {
    const links = await linksAt(
      target,
      { host: ['a.example'] },
      { publicUrl: 'https://example.org/places/' },
    );
    for (const link of links) expect(link).toMatch(/^https:\/\/example\.org\/places\/-\//);
  });

  it('are JSON, whatever a client writes into Host', async () => {
    const [self] = await linksAt('', { host: ['"},<x>\\'] });
    expect(self).toBe('http://"},<x>\\/-/ogc');
  });
});

it('a page of OGC API that meets maxCandidates is shorter, says so, and leads on', async () => {
  const { status, headers, body } = await get('/collections/records/items', {}, { maxCandidates: 20 });
  const { numberReturned, links } = JSON.parse(String(body));
  expect([status, headers['Limited-By'], numberReturned]).toEqual([200, 'maxCandidates', 20]);
  expect(links.map(({ rel }: { readonly rel: string }) => rel)).toEqual(['self', 'next']);
});

it('a client that has a document of OGC API gets 304', async () => {
  const { headers } = await get('/collections');
  const again = await get('/collections', { 'if-none-match': [String(headers.ETag)] });
  expect([again.status, again.body]).toEqual([304, '']);
});
