import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createFaultyStore } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createFetchHandler } from '../../src/fetch/index.ts';
import { EndlessStore } from '../endless-store.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const list = () => new Request('http://localhost/');

function upload(body: string | ReadableStream): Request {
  const headers = { 'Content-Type': 'application/json' };
  return new Request('http://localhost/a', { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
}

function serveEndless() {
  const store = new EndlessStore();
  return { store, fetch: createFetchHandler(createHandler({ store })) };
}

async function readerOf(response: Promise<Response>): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  return ((await response).body as ReadableStream<Uint8Array>).getReader();
}

it.each<[string, (request: Request) => unknown]>([
  ['used', (request) => request.text()],
  ['locked', (request) => request.body?.getReader()],
])('a body that was %s before makes the fetch handler reject', async (_how, take) => {
  const store = createMemoryStore();
  const request = upload(location);
  await take(request);
  const response = createFetchHandler(createHandler({ store }))(request);
  await expect(response).rejects.toMatchObject({ name: 'BodyUsedError', code: 'REQUEST_BODY_USED' });
  expect(await store.get('a')).toBeUndefined();
});

it('a body that was used before does not matter to GET', async () => {
  const request = new Request('http://localhost/a', { method: 'DELETE', body: location });
  await request.text();
  const fetch = createFetchHandler(createHandler({ store: createMemoryStore() }));
  expect((await fetch(request)).status).toBe(200);
});

it('an aborted upload gets 400, and nothing is written', async () => {
  const store = createMemoryStore();
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(location)),
    pull: (controller) => controller.error(new Error('The client left.')),
  });
  const response = await createFetchHandler(createHandler({ store }))(upload(body));
  expect(response.status).toBe(400);
  expect(await response.text()).toBe('{"error_message":"Bad request"}');
  expect(await store.get('a')).toBeUndefined();
});

it('a list over fetch is read from the store no faster than the client reads', async () => {
  const { store, fetch } = serveEndless();
  const reader = await readerOf(fetch(list()));
  for (let pieces = 0; pieces < 10; pieces++) {
    const before = store.batches;
    await reader.read();
    const after = store.batches;
    // A piece is less than a batch.
    expect(after - before).toBeLessThanOrEqual(1);
    // In any of these turns of the event loop the list would go on if it did.
    for (let turns = 0; turns < 10; turns++) await setImmediate();
    expect(store.batches).toBe(after);
  }
  await reader.cancel();
});

it.each([0, 1, 5])(
  'a list over fetch is released when the client cancels it after %i pieces',
  async (pieces) => {
    const { store, fetch } = serveEndless();
    const reader = await readerOf(fetch(list()));
    for (let count = 0; count < pieces; count++) await reader.read();
    const released = once(store, 'release');
    await reader.cancel();
    await released;
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  },
);

it('a list over fetch is released when the client cancels it during a read', async () => {
  const { store, fetch } = serveEndless();
  const reader = await readerOf(fetch(list()));
  const released = once(store, 'release');
  const pending = reader.read();
  await reader.cancel();
  await pending;
  await released;
});

it('a list over fetch that fails half-way errors the body', async () => {
  const { store, faults, onError } = createFaultyStore(createMemoryStore());
  const cause = new Error('boom');
  await faults.failList(4, cause);
  const response = await createFetchHandler(createHandler({ store, onError }))(list());
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toBe(cause);
  expect(await faults.reportedErrors()).toEqual([cause]);
});

it('a list over fetch that fails before its first piece is 500', async () => {
  const { store, faults } = createFaultyStore(createMemoryStore());
  await faults.failList(0, new Error('boom'));
  const response = await createFetchHandler(createHandler({ store }))(list());
  expect(response.status).toBe(500);
});

it('the fetch handler rejects with the error of the handler', async () => {
  const boom = new Error('boom');
  await expect(createFetchHandler(() => Promise.reject(boom))(list())).rejects.toBe(boom);
});

describe('the context of Workers', () => {
  /** What a worker is given there, and the client of a request of the list, who has left. */
  function leaveWorker(store: EndlessStore) {
    const held: Promise<unknown>[] = [];
    const context = { waitUntil: (promise: Promise<unknown>) => void held.push(promise) };
    const request = new Request('http://localhost/', { signal: AbortSignal.abort() });
    const response = createFetchHandler(createHandler({ store }))(request, {}, context);
    return { held, response };
  }

  it('the context of Workers waits for the response', async () => {
    const { held, response } = leaveWorker(new EndlessStore());
    expect(held).toHaveLength(1);
    await Promise.all([...held, response]);
  });

  it('on Workers a list whose client has left before it began is released', async () => {
    const store = new EndlessStore();
    const released = once(store, 'release');
    const { response } = leaveWorker(store);
    await released;
    expect((await response).status).toBe(400);
  });

  it("the context of Workers does not see a handler's rejection, which the runtime reports", async () => {
    const held: Promise<unknown>[] = [];
    const context = { waitUntil: (promise: Promise<unknown>) => void held.push(promise) };
    const response = createFetchHandler(() => Promise.reject(new Error('boom')))(list(), {}, context);
    await expect(response).rejects.toThrow('boom');
    await expect(Promise.all(held)).resolves.toEqual([undefined]);
  });

  it.each([undefined, null, 'context', {}, { waitUntil: true }])(
    'the third argument of the fetch handler may be %j',
    async (context) => {
      const fetch = createFetchHandler(createHandler({ store: createMemoryStore() }));
      expect((await fetch(list(), context, context)).status).toBe(200);
    },
  );
});
