import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, onTestFinished } from 'vitest';
import { createServer, type RequestTrace } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial, exchange, listen, watchWarnings } from '../listening.ts';

const channel = tracingChannel<unknown, RequestTrace>('location-records:request');
const get = 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
const handle = createHandler({ store: createMemoryStore() });

/** Notes the events of requests until the test has finished. */
function watchRequests() {
  const events: [name: string, trace: RequestTrace][] = [];
  const noting = (name: string) => (trace: RequestTrace) => {
    events.push([name, trace]);
  };
  const subscribers = {
    start: noting('start'),
    end() {},
    asyncStart() {},
    asyncEnd: noting('asyncEnd'),
    error: noting('error'),
  };
  channel.subscribe(subscribers);
  onTestFinished(() => channel.unsubscribe(subscribers));
  return events;
}

it('a request is traced from its turn to its response', async () => {
  const events = watchRequests();
  await exchange(await listen(createServer(handle)), get);
  await expect.poll(() => events.map(([name]) => name)).toEqual(['start', 'asyncEnd']);
  const [, trace] = events[1] ?? [];
  expect(events[0]?.[1]).toBe(trace);
  expect(trace).toMatchObject({ request: { method: 'GET', target: '/a' }, response: { status: 404 } });
});

it('the trace of a request whose handler rejects has the error and the response that is sent instead', async () => {
  const events = watchRequests();
  watchWarnings();
  const error = new Error('out of order');
  await exchange(await listen(createServer(() => Promise.reject(error))), get);
  await expect.poll(() => events.map(([name]) => name)).toEqual(['start', 'error', 'asyncEnd']);
  expect(events[1]?.[1]).toMatchObject({ error, response: { status: 500 } });
});

it('the trace of a list ends when its client leaves', async () => {
  const events = watchRequests();
  const socket = await dial(await listen(createServer(createHandler({ store: new EndlessStore() }))));
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.once('data', () => socket.destroy());
  await expect.poll(() => events.map(([name]) => name)).toContain('asyncEnd');
  expect(events[0]?.[1].response?.status).toBe(200);
});

it('what a subscriber binds to a request is seen by its handler', async () => {
  const spans = new AsyncLocalStorage<string>();
  channel.start.bindStore(spans, ({ request }) => `span of ${request.target}`);
  onTestFinished(() => {
    channel.start.unbindStore(spans);
  });
  let seen: string | undefined;
  const looking: typeof handle = async (request) => {
    await null;
    seen = spans.getStore();
    return handle(request);
  };
  await exchange(await listen(createServer(looking)), get);
  expect(seen).toBe('span of /a');
});
