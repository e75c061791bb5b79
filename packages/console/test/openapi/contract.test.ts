import {
  createFaultyStore,
  createHandlerService,
  httpContract,
  registerHttpContract,
} from '@location-records/conformance';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { storeOver } from '@location-records/workspace/tests';
import { afterAll, describe, expect, it } from 'vitest';
import { createConsole } from '../../src/index.ts';
import { createOpenApi } from '../../src/openapi/index.ts';
import { formats } from '../../src/records/formats.ts';
import { inProcess, testConsole } from '../contract/serve-console.ts';
import { textOf } from '../requests.ts';
import { operationsOf, type Seen, withDocument } from './seen.ts';

const seen: Seen = new Set();
const sections = [
  'door',
  'records',
  'map',
  'tiles',
  'tiles.json',
  'events',
  'ogc',
  'openapi.json',
  'docs',
] as const;
const document = createOpenApi({ sections });

describe('the document describes every response of the HTTP contract', () => {
  registerHttpContract(httpContract, {
    it,
    afterAll,
    start: async (options) => {
      const { basePath: _, ...described } = options;
      const { store, faults, onError } = createFaultyStore(createMemoryStore());
      const handle = createHandler({ ...options, store, onError });
      const checked = withDocument(handle, createOpenApi(described), seen, options);
      return { service: createHandlerService(checked, faults), close: () => store.close() };
    },
    unmetNeeds: {
      socket: 'A handler in this process has no connection.',
      server: 'A handler in this process has no server around it.',
    },
  });
});

describe('the document describes every response of the contract of the console', () => {
  testConsole(
    'with a document',
    async () => createAreaMemoryStore(),
    (create) => inProcess((basePath) => withDocument(create(basePath), document, seen, { basePath })),
  );
});

describe('the document describes what a console responds when it has too much to do, or fails', () => {
  const opened = createAreaMemoryStore([['a', { coordinates: { latitude: 1, longitude: 2 } }]]);
  let search = opened.within;
  let read = opened.get;
  const store: AreaStore = {
    ...storeOver(opened, { get: (id) => read(id) }),
    guarantees: opened.guarantees,
    within: (...query) => search(...query),
  };
  const handle = withDocument(
    createConsole(createHandler({ store }), { store, maxSearches: 1 }),
    document,
    seen,
  );
  const ask = (method: string, target: string, more: Partial<LocationRequest> = {}) =>
    handle({ method, target, headers: {}, body: async () => new Uint8Array(), ...more });

  it('a store that fails', async () => {
    read = search = async () => {
      throw new Error('The store has failed.');
    };
    expect((await ask('GET', '/-/tiles/18/0/0.mvt')).status).toBe(500);
    expect((await ask('GET', '/-/ogc/collections/records/items/a')).status).toBe(500);
  });

  it('too many searches', async () => {
    const { promise, resolve } = later<undefined>();
    search = async (...query) => {
      await promise;
      return opened.within(...query);
    };
    const waiting = Array.from({ length: 5 }, () => ask('GET', '/-/records'));
    expect((await ask('GET', '/-/records')).status).toBe(503);
    expect((await ask('GET', '/-/tiles/18/0/0.mvt')).status).toBe(503);
    expect((await ask('GET', '/-/ogc/collections/records/items')).status).toBe(503);
    resolve(undefined);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(5).fill(200));
  });

  it('too many bulk writes', async () => {
    const { promise, resolve } = later<Uint8Array>();
    const headers = { 'content-type': ['application/json'] };
    const waiting = Array.from({ length: 4 }, () =>
      ask('POST', '/-/records', { headers, body: () => promise }),
    );
    expect((await ask('POST', '/-/records', { headers })).status).toBe(503);
    resolve(new Uint8Array());
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(4).fill(400));
  });

  it('too many event streams', async () => {
    const streams = await Promise.all(Array.from({ length: 101 }, () => ask('GET', '/-/events')));
    expect(streams.filter(({ status }) => status === 503)).toHaveLength(1);
    for (const { body } of streams) if (typeof body !== 'string') await body.return?.();
  });

  it('the front door, to a client that has its content', async () => {
    const { headers } = await ask('GET', '/-/');
    const known = { headers: { 'if-none-match': [String(headers.ETag)] } };
    expect((await ask('GET', '/-/', known)).status).toBe(304);
  });

  it('HEAD of an identifier that is not valid, and conditions that others have overtaken', async () => {
    expect((await ask('HEAD', '/%zz')).status).toBe(400);
    const overtaken = { ...storeOver(opened, {}), exchange: async () => false };
    const tagging = createHandler({ store: overtaken, etags: true });
    const tagged = withDocument(tagging, createOpenApi({ etags: true }), seen);
    const body = async () => new TextEncoder().encode('{"coordinates":{"latitude":3,"longitude":4}}');
    const type = { 'content-type': ['application/json'] };
    const { headers } = await tagged({ method: 'GET', target: '/a', headers: {}, body });
    const send = async (method: string, tag: string) =>
      (await tagged({ method, target: '/a', headers: { ...type, 'if-match': [tag] }, body })).status;
    expect(await send('HEAD', '"x"')).toBe(412);
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await send(method, String(headers.ETag))).toBe(503);
  });
});

describe("the document describes what a console responds with absentDescription 'null'", () => {
  const rules = { absentDescription: 'null' } as const;
  const coordinates = { latitude: 1, longitude: 2 };
  const store = createAreaMemoryStore([
    ['a', { coordinates }],
    ['b', { description: 'B', coordinates }],
  ]);
  const serve = createConsole(createHandler({ ...rules, store }), { store, openApi: rules });
  const bytes = (text: string) => async () => new TextEncoder().encode(text);
  const ask = async (handle: Handler, method: string, target: string, sent = '') => {
    const headers = { 'content-type': ['application/json'] };
    const response = await handle({ method, target, headers, body: bytes(sent) });
    return { status: response.status, text: await textOf(response) };
  };
  const described = async () =>
    withDocument(serve, JSON.parse((await ask(serve, 'GET', '/-/openapi.json')).text), seen);

  it.each([
    '/',
    '/a',
    '/b',
    '/-/',
    ...formats.flatMap(({ name }) => [`/-/records?f=${name}`, `/-/records?f=${name}&limit=all`]),
    '/-/records?near=1,2&f=json',
    '/-/records?q=a&f=json',
    '/-/ogc/collections/records/items',
    '/-/ogc/collections/records/items/a',
    '/-/ogc/collections/records/items/b',
  ])('GET %s', async (target) => {
    expect(await ask(await described(), 'GET', target)).toMatchObject({ status: 200 });
  });

  it('the report of a bulk write, with the content before it', async () => {
    const sent = '[["a",{"coordinates":{"latitude":3,"longitude":4}}]]';
    const target = '/-/records?format=json&return=outcomes&on-conflict=skip';
    const { text } = await ask(await described(), 'POST', target, sent);
    expect(JSON.parse(text).outcomes).toEqual([
      { index: 1, id: 'a', outcome: 'skipped', previous: { coordinates } },
    ]);
  });
});

it('every operation and status of the document was seen', () => {
  const all = operationsOf(createOpenApi({ etags: true, sections }));
  expect(all.filter((operation) => !seen.has(operation))).toEqual([]);
});

/** A promise, and what resolves it. */
function later<Value>() {
  let resolve = (_value: Value) => {};
  const promise = new Promise<Value>((resolved) => {
    resolve = resolved;
  });
  return { promise, resolve };
}
