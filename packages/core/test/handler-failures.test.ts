import { describe, expect, it } from 'vitest';
import { deriveRequest } from '../src/adapter-kit.ts';
import {
  createHandler,
  createMemoryStore,
  type LocationRecord,
  type LocationRequest,
  type LocationResponse,
  type LocationStore,
} from '../src/index.ts';
import { request, validBody } from './requests.ts';

const failure = new Error('the disk is gone');
const internalError = '{"error_message":"Internal server error"}';
/** More than one piece of a list. */
const manyRecords = Array.from(
  { length: 3000 },
  (_, index): LocationRecord => [`id-${index}`, { coordinates: { latitude: 1, longitude: 2 } }],
);
const failing: [method: string, target: string, store: LocationStore][] = [
  ['GET', '/a', storeWith({ get: () => Promise.reject(failure) })],
  ['POST', '/a', storeWith({ put: () => Promise.reject(failure) })],
  ['PUT', '/a', storeWith({ replace: () => Promise.reject(failure) })],
  ['DELETE', '/a', storeWith({ delete: () => Promise.reject(failure) })],
  ['GET', '/', storeWith({ list: () => listThatFails([]) })],
  [
    'POST',
    '/b',
    storeWith({
      put: () => {
        throw failure;
      },
    }),
  ],
  [
    'GET',
    '/b',
    storeWith({
      list: () => listThatFails([]),
      get: () => {
        throw failure;
      },
    }),
  ],
];

describe('a store that fails', () => {
  it.each(failing)(
    'makes %s %s a 500 that says nothing, and its cause a report',
    async (method, target, store) => {
      const reports: unknown[] = [];
      const handle = createHandler({ store, onError: (error, concerned) => reports.push(error, concerned) });
      const sent = request(method, target, validBody);
      const response = await handle(sent);
      expect(response.status).toBe(500);
      expect(response.body).toBe(internalError);
      expect(response.headers).toEqual({ 'Content-Type': 'application/json', 'Content-Length': '41' });
      expect(reports).toEqual([failure, sent]);
    },
  );

  it.each(['/a', '/'])('makes HEAD %s a 500 without a body, and reports the cause', async (target) => {
    const broken = storeWith({ get: () => Promise.reject(failure), list: () => listThatFails([]) });
    const reports: unknown[] = [];
    const handle = createHandler({
      store: broken,
      onError: (error, concerned) => reports.push(error, concerned),
    });
    const sent = request('HEAD', target);
    const response = await handle(sent);
    expect(response).toMatchObject({ status: 500, body: '', headers: { 'Content-Length': '41' } });
    expect(reports).toEqual([failure, sent]);
  });

  it('breaks off a list that fails half-way, and reports the cause', async () => {
    const reports: unknown[] = [];
    const store = storeWith({ list: () => listThatFails(manyRecords) });
    const handle = createHandler({ store, onError: (error) => reports.push(error) });
    const { status, body, headers } = await handle(request('GET', '/'));
    expect(status).toBe(200);
    expect(headers).toEqual({ 'Content-Type': 'application/json' });
    await expect(readAll(body)).rejects.toBe(failure);
    expect(reports).toEqual([failure]);
  });
});

describe('an error report that fails', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('no log');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no log'))],
  ])('does not change a response when it %s', async (_, onError) => {
    const store = storeWith({ get: () => Promise.reject(failure) });
    const response = await createHandler({ store, onError })(request('GET', '/a'));
    expect(response.body).toBe(internalError);
  });

  it('does not hide the failure of a list', async () => {
    const store = storeWith({ list: () => listThatFails(manyRecords) });
    const handle = createHandler({
      store,
      onError: () => {
        throw new Error('no log');
      },
    });
    await expect(readAll((await handle(request('GET', '/'))).body)).rejects.toBe(failure);
  });
});

describe('a body that cannot be read', () => {
  it.each(['POST', 'PUT'])('makes %s reject with the same error, and touches nothing', async (method) => {
    const store = createMemoryStore();
    await store.put('a', { coordinates: { latitude: 7, longitude: 7 } });
    const reports: unknown[] = [];
    const handle = createHandler({ store, onError: (error) => reports.push(error) });
    const aborted: LocationRequest = deriveRequest(request(method, '/a'), {
      body: () => Promise.reject(failure),
    });
    await expect(handle(aborted)).rejects.toBe(failure);
    expect(reports).toEqual([]);
    expect(await store.get('a')).toEqual({ coordinates: { latitude: 7, longitude: 7 } });
  });
});

describe('the body of a request', () => {
  it.each([
    ['GET', '/a', 'application/json'],
    ['HEAD', '/a', 'application/json'],
    ['DELETE', '/a', 'application/json'],
    ['OPTIONS', '/a', 'application/json'],
    ['PATCH', '/a', 'application/json'],
    ['POST', '/a', 'text/plain'],
    ['PUT', '/', 'application/json'],
    ['POST', '/%', 'application/json'],
    ['PUT', '/a/b', 'application/json'],
  ])('is not read for %s %s with %s', async (method, target, type) => {
    let reads = 0;
    const body = async () => {
      reads++;
      return new Uint8Array();
    };
    const handle = createHandler({ store: createMemoryStore() });
    await handle(deriveRequest(request(method, target, '', { 'content-type': [type] }), { body }));
    expect(reads).toBe(0);
  });
});

describe('HEAD of a long list', () => {
  it('releases the list of the store', async () => {
    const store = createMemoryStore();
    for (const [id, location] of manyRecords) await store.put(id, location);
    let returned = 0;
    const list = (): AsyncIterable<readonly LocationRecord[]> => {
      const batches = store.list()[Symbol.asyncIterator]();
      const release = async () => {
        returned++;
        return { done: true as const, value: undefined };
      };
      return { [Symbol.asyncIterator]: () => ({ next: () => batches.next(), return: release }) };
    };
    const response = await createHandler({ store: storeWith({ list }) })(request('HEAD', '/'));
    expect(response).toMatchObject({ status: 200, body: '' });
    expect(returned).toBe(1);
  });
});

/** A store in memory with other methods. */
function storeWith(methods: Partial<LocationStore>): LocationStore {
  return Object.assign(createMemoryStore(), methods);
}

async function* listThatFails(batch: readonly LocationRecord[]): AsyncGenerator<readonly LocationRecord[]> {
  if (batch.length > 0) yield batch;
  throw failure;
}

async function readAll(body: LocationResponse['body']): Promise<string> {
  let text = '';
  for await (const piece of body) text += piece;
  return text;
}
