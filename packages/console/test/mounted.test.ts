import { createFetchHandler } from '@location-records/adapters/fetch';
import { createServer } from '@location-records/adapters/node';
import { createHandler, StoreError } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createConsole, type RecordCollection } from '../src/index.ts';
import { record } from './requests.ts';

const records = Array.from({ length: 3000 }, (_, index) => record(`é${index}`, index / 100, 1, 'Café'));
const store = createAreaMemoryStore(records);
const basePath = '/a/b';
const handle = createConsole(createHandler({ store, basePath }), { store, basePath });
const server = createServer(handle);
let origin: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});

afterAll(() => server.shutdown());

describe.each([
  ['node:http', (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init)],
  [
    'fetch',
    async (path: string, init?: RequestInit) =>
      createFetchHandler(handle)(new Request(`http://localhost${path}`, init)),
  ],
])('a console behind the adapter of %s', (_, request) => {
  it('has pages that link to each other below the base path', async () => {
    const ids: string[] = [];
    let path: string | undefined = '/a/b/-/records?bbox=1,0,1,10&limit=400';
    while (path !== undefined) {
      const response = await request(path);
      expect(response.headers.get('content-type')).toBe('application/geo+json');
      const { features, links } = (await response.json()) as RecordCollection;
      ids.push(...features.map(({ id }) => id));
      const [link] = links;
      const url: URL | undefined = link && new URL(link.href, `http://localhost${path}`);
      path = url && `${url.pathname}${url.search}`;
    }
    expect(ids).toEqual(records.slice(0, 1001).map(([id]) => id));
  });

  it.each([
    ['application/x-ndjson', 3001],
    ['application/geo+json-seq', 3001],
    ['text/csv', 3002],
  ])('streams %s', async (accept, length) => {
    const response = await request('/a/b/-/records', { headers: { Accept: accept } });
    expect(response.headers.get('content-length')).toBeNull();
    expect((await response.text()).split('\n')).toHaveLength(length);
  });

  it('streams all records as GeoJSON', async () => {
    const response = await request('/a/b/-/records?limit=all');
    expect(response.headers.get('content-length')).toBeNull();
    const { features } = (await response.json()) as RecordCollection;
    expect(features.map(({ id }) => id)).toEqual(records.map(([id]) => id));
  });

  it('has HEAD, and gives the length of the body', async () => {
    const whole = await request('/a/b/-/records?limit=5');
    const head = await request('/a/b/-/records?limit=5', { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength));
    expect(head.headers.get('link')).toBe(whole.headers.get('link'));
  });

  it('serves the records of the service beside it', async () => {
    expect((await request('/a/b/%C3%A95')).status).toBe(200);
    expect((await request('/-/records')).status).toBe(404);
  });
});

it('a stream that fails half-way is broken off on the wire', async () => {
  let pages = 0;
  const failing = Object.assign(createAreaMemoryStore(records), {
    within: (...[box, options]: Parameters<typeof store.within>) =>
      pages++ < 3
        ? store.within(box, options)
        : Promise.reject(new StoreError('STORE_UNAVAILABLE', 'The disk is gone.')),
  });
  const broken = createServer(createConsole(createHandler({ store: failing }), { store: failing }));
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve));
  const address = broken.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/-/records?f=ndjson&bbox=0,0,90,90`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  await broken.shutdown();
});
