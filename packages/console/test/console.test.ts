import { createHandler, type Handler, type LocationRequest, StoreError } from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { createConsole } from '../src/index.ts';
import { consoleOver, record, textOf } from './requests.ts';

const records = Array.from({ length: 1000 }, (_, index) => record(`${index}`, index / 100, 1));
const get = consoleOver(records);

/** The target and the method of each request that the console gives on. */
async function givenOn(target: string, basePath?: string, method = 'GET'): Promise<readonly string[]> {
  const given: string[] = [];
  const handle: Handler = async (request) => {
    given.push(`${request.method} ${request.target}`);
    return { status: 418, headers: {}, body: '' };
  };
  const around = createConsole(handle, { store: createAreaMemoryStore(), basePath });
  await around({ method, target, headers: {}, body: async () => new Uint8Array() });
  return given;
}

describe('the console', () => {
  it.each([
    ['/-/records', undefined],
    ['/-/records?limit=5', undefined],
    ['/%2D/%72ecords#x', undefined],
    ['/a/../-/./records', undefined],
    ['\\-\\records', undefined],
    ['http://host/-/records', undefined],
    ['/base/-/records', '/base'],
    ['/b%61se/-/records?limit=5', '/base/'],
  ])('serves %s itself, with the base path %s', async (target, basePath) => {
    expect(await givenOn(target, basePath)).toEqual([]);
  });

  it.each([
    ['/', undefined],
    ['', undefined],
    ['*', undefined],
    ['/-', undefined],
    ['/-/', undefined],
    ['/-%2Frecords', undefined],
    ['/-/records/x', undefined],
    ['/-/records/', undefined],
    ['/-/records//', undefined],
    ['/-/Records', undefined],
    ['/-/fake', undefined],
    ['/records', undefined],
    ['/x/-/records', undefined],
    ['/%zz/records', undefined],
    ['/-/records', '/base'],
    ['/base', '/base'],
  ])('gives %s on as it is, with the base path %s', async (target, basePath) => {
    for (const method of ['GET', 'PUT', 'OPTIONS', 'BREW']) {
      expect(await givenOn(target, basePath, method)).toEqual([`${method} ${target}`]);
    }
  });

  it('gives the same request on, and the same response back', async () => {
    const request: LocationRequest = {
      method: 'GET',
      target: '/a',
      headers: {},
      body: async () => new Uint8Array(),
    };
    const response = { status: 200, headers: {}, body: '' };
    const handle: Handler = async (given) => {
      expect(given).toBe(request);
      return response;
    };
    expect(await createConsole(handle, { store: createAreaMemoryStore() })(request)).toBe(response);
  });

  it('shows at once what the service has written', async () => {
    const store = createAreaMemoryStore();
    const handle = createConsole(createHandler({ store }), { store });
    const content = new TextEncoder().encode('{"coordinates":{"latitude":1,"longitude":2}}');
    const headers = { 'content-type': ['application/json'] };
    const body = async () => content;
    expect(await handle({ method: 'PUT', target: '/a', headers, body })).toMatchObject({ status: 404 });
    expect(await handle({ method: 'POST', target: '/a', headers, body })).toMatchObject({ status: 200 });
    const response = await handle({ method: 'GET', target: '/-/records?bbox=2,1,2,1&f=json', headers, body });
    expect(response.body).toBe('[["a",{"coordinates":{"latitude":1,"longitude":2}}]]');
  });
});

describe('/-/records', () => {
  it.each([
    '',
    '?near=1,1',
    '?f=json&limit=5',
    '?bbx=1',
    '?f=ndjson',
    '?limit=all',
    '?limit=all&f=csv&bbox=0,0,1,1',
  ])('has HEAD as GET, without the body: %s', async (query) => {
    const whole = await get(`/-/records${query}`);
    const head = await get(`/-/records${query}`, undefined, 'HEAD');
    expect(head).toMatchObject({ status: whole.status, headers: whole.headers, body: '' });
    expect(head.explanation?.reason).toBe(`as GET (D48): ${whole.explanation?.reason}`);
  });

  it('has OPTIONS, whatever the query is', async () => {
    const headers = { Allow: 'GET, HEAD, OPTIONS', 'Content-Length': '0' };
    expect(await get('/-/records?x', undefined, 'OPTIONS')).toMatchObject({ status: 200, headers, body: '' });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'get', 'QUERY'])(
    'refuses %s, and names what it has',
    async (method) => {
      const response = await get('/-/records', undefined, method);
      expect(response).toMatchObject({ status: 405, body: '{"error_message":"Method not allowed"}' });
      expect(response.headers.Allow).toBe('GET, HEAD, OPTIONS');
      expect(response.explanation?.clause).toBe('D14');
    },
  );

  it('explains each response by D48', async () => {
    for (const query of [
      '',
      '?bbx=1',
      '?near=1,1',
      '?f=ndjson',
      '?limit=all',
      '?f=csv&limit=5',
      '?cursor=x',
    ]) {
      expect((await get(`/-/records${query}`)).explanation?.clause).toBe('D48');
    }
  });
});

describe('a store that fails', () => {
  const failure = new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');

  /** A store that gives some pages before it fails, and what is reported of it. */
  function failingAfter(pages: number): { store: AreaStore; reports: unknown[]; serve: typeof get } {
    const memory = createAreaMemoryStore(records);
    const store = Object.assign(memory, {
      within: new Proxy(memory.within, {
        apply: (within, self, args) =>
          pages-- > 0 ? Reflect.apply(within, self, args) : Promise.reject(failure),
      }),
      async *list() {
        while (pages-- > 0) yield records;
        throw failure;
      },
    });
    const reports: unknown[] = [];
    const onError = (error: unknown, { target }: LocationRequest) => reports.push(error, target);
    return { store, reports, serve: consoleOver(store, { onError }) };
  }

  it.each([
    '/-/records',
    '/-/records?near=1,1',
    '/-/records?f=ndjson',
    '/-/records?f=ndjson&bbox=0,0,9,9',
    '/-/records?f=ndjson&near=1,1&radius=5',
    '/-/records?f=csv&limit=5',
    '/-/records?limit=all',
    '/-/records?limit=all&bbox=0,0,9,9',
  ])('is a 500 that says nothing, and its cause a report: %s', async (target) => {
    const { reports, serve } = failingAfter(0);
    const response = await serve(target);
    expect(response).toMatchObject({ status: 500, body: '{"error_message":"Internal server error"}' });
    expect(response.explanation?.clause).toBe('D39');
    expect(reports).toEqual([failure, target]);
  });

  it.each([
    '/-/records?f=ndjson',
    '/-/records?f=ndjson&bbox=0,0,9,9',
    '/-/records?limit=all&f=json',
    '/-/records?limit=all&bbox=0,0,9,9',
  ])('breaks a stream off, and its cause is a report: %s', async (target) => {
    const { reports, serve } = failingAfter(2);
    const response = await serve(target);
    expect(response.status).toBe(200);
    await expect(textOf(response)).rejects.toBe(failure);
    expect(reports).toEqual([failure, target]);
  });

  it('is a 500 also where the report fails', async () => {
    const { store } = failingAfter(0);
    const onError = () => {
      throw new Error('no log');
    };
    expect(await consoleOver(store, { onError })('/-/records')).toMatchObject({ status: 500 });
  });
});
