import { once } from 'node:events';
import { createHandler, createMemoryStore, type Handler, type LocationRequest } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createServer, type RequestSummary } from '../src/node/index.ts';
import { EndlessStore } from './endless-store.ts';
import { adapters } from './every-adapter.ts';
import { dial, listen, watchWarnings } from './listening.ts';

const done = { status: 200, headers: { 'Content-Length': '0' }, body: '' } as const;
const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

/** Rejects with the reason of a signal when it aborts. */
function untilAborted({ signal }: LocationRequest): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
}

it.each(adapters)('a client that leaves aborts the signal of its request over %s', async (_name, serve) => {
  const warn = watchWarnings();
  const client = new AbortController();
  const outcomes: unknown[] = [];
  const ask = await serve(async (request) => {
    const work = untilAborted(deriveRequest(request, {}));
    client.abort();
    return work.catch((error) => {
      outcomes.push(request.signal?.aborted);
      throw error;
    });
  });
  // Over fetch there is a response, which nobody reads.
  await ask({ method: 'GET', path: '/', signal: client.signal }).catch(() => {});
  await expect.poll(() => outcomes).toEqual([true]);
  expect(warn).not.toHaveBeenCalled();
});

it('GET and PUT of a record make no AbortController', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const client = await dial(await listen(createServer((request) => handle(deriveRequest(request, {})))));
  const made = vi.spyOn(globalThis, 'AbortController');
  onTestFinished(() => made.mockRestore());
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 44\r\n\r\n';
  for (const method of ['POST', 'PUT', 'GET']) {
    client.write(`${method} /a HTTP/1.1\r\n${head}${body}`);
    expect(String(await once(client, 'data'))).toMatch(/^HTTP\/1.1 200 /);
  }
  expect(made).not.toHaveBeenCalled();
});

it('a client that leaves aborts the signals of pipelined requests', async () => {
  const told: unknown[] = [];
  let begun = () => {};
  const handle: Handler = (request) => {
    begun();
    return untilAborted(request).catch((error) => {
      told.push([request.target, error.code]);
      throw error;
    });
  };
  const client = await dial(await listen(createServer(handle)));
  const arrived = new Promise<void>((resolve) => {
    begun = resolve;
  });
  client.write(get('/a') + get('/b') + get('/c'));
  await arrived;
  client.destroy();
  const codes = ['/a', '/b', '/c'].map((target) => [target, 'REQUEST_ABORTED']);
  await expect.poll(() => told).toEqual(codes);
});

it('a client that leaves during long work is observed as a response that was not sent', async () => {
  const observed: RequestSummary[] = [];
  const warn = watchWarnings();
  let begun = () => {};
  const handle: Handler = (request) => {
    begun();
    return untilAborted(request);
  };
  const onRequest = (summary: RequestSummary) => void observed.push(summary);
  const client = await dial(await listen(createServer(handle, { onRequest })));
  const arrived = new Promise<void>((resolve) => {
    begun = resolve;
  });
  client.write(get('/a'));
  await arrived;
  client.destroy();
  await expect.poll(() => observed).toHaveLength(1);
  expect(observed).toMatchObject([
    { target: '/a', status: undefined, isAborted: true, errorCode: undefined },
  ]);
  expect(warn).not.toHaveBeenCalled();
});

it('a list that waits for its store ends when its client leaves', async () => {
  const store = new EndlessStore();
  const list = store.list.bind(store);
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  store.list = async function* () {
    for await (const batch of list()) {
      if (store.batches === 3) await gate;
      yield batch;
    }
  };
  const server = createServer(createHandler({ store }));
  const connected = once(server, 'connection');
  const client = await dial(await listen(server));
  const [connection] = await connected;
  client.resume().write(get('/'));
  await expect.poll(() => store.batches).toBe(3);
  client.destroy();
  await once(connection, 'close');
  const released = once(store, 'release');
  open();
  await released;
  // A piece is less than a batch.
  expect(store.batches).toBeLessThanOrEqual(4);
});

it('a client that leaves with its whole response does not abort the signal', async () => {
  const signals: (AbortSignal | undefined)[] = [];
  const server = createServer(async ({ signal }) => {
    signals.push(signal);
    return done;
  });
  const client = await dial(await listen(server));
  client.write(get('/a'));
  await once(client, 'data');
  client.destroy();
  await server.shutdown();
  expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
});
