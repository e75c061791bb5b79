import { createServer } from '@location-records/adapters/node';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type LocationRequest,
  StoreError,
} from '@location-records/core';
import { type AreaStore, createAreaMemoryStore } from '@location-records/core/areas';
import { describe, expect, it } from 'vitest';
import { type ConsoleOptions, createConsole } from '../src/index.ts';
import { consoleOver, record, textOf } from './requests.ts';

const records = Array.from({ length: 1000 }, (_, index) => record(`${index}`, index / 100, 1));
const get = consoleOver(records);

/** Returns the requests that a console passes on. */
async function passedOn(target: string, basePath?: string, method = 'GET'): Promise<readonly string[]> {
  const passed: string[] = [];
  const handle: Handler = async (request) => {
    passed.push(`${request.method} ${request.target}`);
    return { status: 418, headers: {}, body: '' };
  };
  const around = createConsole(handle, { store: createAreaMemoryStore(), basePath });
  await around({ method, target, headers: {}, body: async () => new Uint8Array() });
  return passed;
}

describe('the console', () => {
  it.each([
    ['/-/records', undefined],
    ['/%2D/%72ecords#x', undefined],
    ['/a/../-/./records', undefined],
    ['\\-\\records', undefined],
    ['http://host/-/records', undefined],
    ['/b%61se/-/records?limit=5', '/base/'],
    ['/-/', undefined],
    ['/base/-/', '/base'],
  ])('the console serves %s itself, with the base path %s', async (target, basePath) => {
    expect(await passedOn(target, basePath)).toEqual([]);
  });

  it.each([
    ['/', undefined],
    ['*', undefined],
    ['/-', undefined],
    ['/-//', undefined],
    ['/-%2Frecords', undefined],
    ['/-/records/', undefined],
    ['/-/fake', undefined],
    ['/x/-/records', undefined],
    ['/%zz/records', undefined],
    ['/-/records', '/base'],
  ])('the console passes %s on unchanged, with the base path %s', async (target, basePath) => {
    for (const method of ['GET', 'PUT', 'OPTIONS', 'BREW']) {
      expect(await passedOn(target, basePath, method)).toEqual([`${method} ${target}`]);
    }
  });

  it('the console passes the same request on, and the same response back', async () => {
    const request = { method: 'GET', target: '/a', headers: {}, body: async () => new Uint8Array() };
    const response = { status: 200, headers: {}, body: '' };
    const handle: Handler = async (passed) => {
      expect(passed).toBe(request);
      return response;
    };
    expect(await createConsole(handle, { store: createAreaMemoryStore() })(request)).toBe(response);
  });

  it('a store without area queries is refused, with the names of those that have them', () => {
    const store = createMemoryStore() as unknown as ConsoleOptions['store'];
    expect(() => createConsole(createHandler({ store }), { store })).toThrow(
      'The option "store" must be a store with area queries: createAreaMemoryStore() makes one, and other stores are ' +
        'one when opened with the option "areas".',
    );
  });

  it.each(['', '?near=1,1', '?limit=all&f=csv&bbox=0,0,1,1', '?bbx=1'])(
    'GET and HEAD of /-/records%s are explained by D48',
    async (query) => {
      const { explanation } = await get(`/-/records${query}`);
      expect(explanation?.clause).toBe('D48');
      const head = await get(`/-/records${query}`, undefined, 'HEAD');
      expect(head.explanation?.reason).toBe(`as GET (D48): ${explanation?.reason}`);
    },
  );
});

describe('a store that fails', () => {
  const failure = new StoreError('STORE_UNAVAILABLE', 'The disk is gone.');

  /** A console over a store that returns some pages before it fails, and what it reports. */
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
    '/-/records?near=1,1',
    '/-/records?f=csv&limit=5',
    '/-/records?f=ndjson&bbox=0,0,9,9',
    '/-/records?f=ndjson&near=1,1&radius=5',
    '/-/records?limit=all',
  ])('a store that fails is a 500 without the cause, which is reported: %s', async (target) => {
    const { reports, serve } = failingAfter(0);
    const response = await serve(target);
    expect(response).toMatchObject({ status: 500, body: '{"error_message":"Internal server error"}' });
    expect(response.explanation?.clause).toBe('D39');
    expect(reports).toEqual([failure, target]);
  });

  it.each(['/-/records?f=ndjson&bbox=0,0,9,9', '/-/records?limit=all&f=json'])(
    'a store that fails breaks a stream off, and the cause is reported: %s',
    async (target) => {
      const { reports, serve } = failingAfter(2);
      const response = await serve(target);
      expect(response.status).toBe(200);
      await expect(textOf(response)).rejects.toBe(failure);
      expect(reports).toEqual([failure, target]);
    },
  );

  it('a store that fails is a 500 when onError throws, too', async () => {
    const { store } = failingAfter(0);
    const onError = () => {
      throw new Error('no log');
    };
    expect(await consoleOver(store, { onError })('/-/records')).toMatchObject({ status: 500 });
  });

  it('a store that fails breaks a stream off on the wire', async () => {
    const { store } = failingAfter(2);
    const server = createServer(createConsole(createHandler({ store }), { store }));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const response = await fetch(`http://127.0.0.1:${port}/-/records?f=ndjson&bbox=0,0,90,90`);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    await server.shutdown();
  });
});
