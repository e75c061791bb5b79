import { createHandler, type Handler, type LocationRequest } from '@location-records/core';
import { createAreaMemoryStore } from '@location-records/core/areas';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createConsole } from '../../src/index.ts';

// Modules are loaded with real timers.
await import('../../src/events/changes.ts');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

function request(method: string, target: string, signal?: AbortSignal): LocationRequest {
  const bytes = new TextEncoder().encode('{"coordinates":{"latitude":1,"longitude":1}}');
  const headers = { 'content-type': ['application/json'] };
  return { method, target, headers, body: async () => bytes, signal };
}

function setUp() {
  const store = createAreaMemoryStore();
  const calls: string[] = [];
  const { get } = store;
  store.get = async (id) => {
    calls.push(id);
    return get.call(store, id);
  };
  const handle = createConsole(createHandler({ store }), { store });
  const write = async (id: string) =>
    expect(await handle(request('POST', `/${id}`))).toMatchObject({ status: 200 });
  return { handle, calls, write };
}

/** A stream whose client reads all the time. */
async function listen(handle: Handler, signal?: AbortSignal) {
  const { status, headers, body } = await handle(request('GET', '/-/events', signal));
  expect([status, headers['Content-Type']]).toEqual([200, 'text/event-stream']);
  const heard = { pieces: [] as string[], isOver: false };
  const readAll = async () => {
    for await (const piece of body as AsyncIterable<string>) heard.pieces.push(piece);
    heard.isOver = true;
  };
  void readAll();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.pieces.splice(0)).toEqual(['retry: 1000\n\n']);
  return heard;
}

const event = 'event: change\ndata: {"tiles":["8/128/127"]}\n\n';

it('a change is told at once, and those of the next second together', async () => {
  const { handle, write } = setUp();
  const { pieces } = await listen(handle);
  await write('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(pieces).toEqual([event]);
  for (let count = 0; count < 9; count++) {
    await write('a');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(pieces).toEqual([event]);
  await vi.advanceTimersByTimeAsync(100);
  expect(pieces).toEqual([event, event]);
  await vi.advanceTimersByTimeAsync(5000);
  expect(pieces).toEqual([event, event]);
});

it('a stream has a comment every 15 seconds, and ends after a minute', async () => {
  const { handle } = setUp();
  const heard = await listen(handle);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(heard).toEqual({ pieces: [':\n\n', ':\n\n', ':\n\n'], isOver: false });
  await vi.advanceTimersByTimeAsync(2000);
  expect(heard.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('nothing is read for a write while nobody listens', async () => {
  const { handle, calls, write } = setUp();
  await write('before');
  const client = new AbortController();
  await listen(handle, client.signal);
  await write('during');
  await vi.advanceTimersByTimeAsync(0);
  expect(calls).toEqual(['during', 'during']);
  client.abort();
  await write('after');
  expect(calls).toHaveLength(2);
});

it('a stream ends when its client leaves', async () => {
  const { handle } = setUp();
  const client = new AbortController();
  const heard = await listen(handle, client.signal);
  client.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(heard.isOver).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

it('a client that does not read is cut at the second event that it does not take', async () => {
  const { handle, write, calls } = setUp();
  const { body } = await handle(request('GET', '/-/events'));
  const pieces = body as AsyncIterableIterator<string>;
  await pieces.next();
  for (const id of ['a', 'b']) {
    await write(id);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(await pieces.next()).toEqual({ done: true, value: undefined });
  expect(vi.getTimerCount()).toBe(0);
  await write('c');
  expect(calls).toEqual(['a', 'a', 'b', 'b']);
});

it('the 101st stream is 503 until another one ends', async () => {
  const { handle } = setUp();
  const client = new AbortController();
  await listen(handle, client.signal);
  for (let count = 1; count < 100; count++) await listen(handle);
  const asked = request('GET', '/-/events');
  expect(await handle(asked)).toMatchObject({
    status: 503,
    headers: { 'Retry-After': '10' },
    body: '{"error_message":"Service unavailable"}',
  });
  client.abort();
  await listen(handle);
  expect(await handle(asked)).toMatchObject({ status: 503 });
});

it('HEAD takes no place', async () => {
  const { handle } = setUp();
  for (let count = 0; count < 101; count++) {
    expect(await handle(request('HEAD', '/-/events'))).toMatchObject({ status: 200, body: '' });
  }
  expect(vi.getTimerCount()).toBe(0);
});

it('a record that cannot be read does not hinder its write', async () => {
  const store = createAreaMemoryStore();
  store.get = async () => {
    throw new Error('The disk is slow.');
  };
  const handle = createConsole(createHandler({ store }), { store });
  const { pieces } = await listen(handle);
  expect(await handle(request('POST', '/a'))).toMatchObject({ status: 200 });
  await vi.advanceTimersByTimeAsync(2000);
  expect(pieces).toEqual([]);
});
