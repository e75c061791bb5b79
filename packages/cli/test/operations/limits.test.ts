import { once } from 'node:events';
import { createServer } from '@location-records/adapters/node';
import { createHandler, createMemoryStore } from '@location-records/core';
import { rawClient, storeOver } from '@location-records/workspace/tests';
import { expect, onTestFinished, test } from 'vitest';
import { withMaxRequests } from '../../src/operations/limits.ts';

const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const content = `Content-Type: application/json\r\nContent-Length: ${location.length}\r\n`;

/** A service that handles two requests at a time, and whose record "slow" waits for `release`. */
async function serveTwo() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  let waiting = 0;
  const store = createMemoryStore();
  for (let id = 0; id < 20_000; id++)
    await store.put(String(id), { coordinates: { latitude: 1, longitude: 2 } });
  const slow = storeOver(store, {
    async get(id) {
      waiting++;
      if (id === 'slow') await released;
      return store.get(id);
    },
  });
  const server = createServer(withMaxRequests(createHandler({ store: slow }), 2));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    release();
    await server.shutdown({ timeout: 0 });
  });
  const { port } = server.address() as { port: number };
  /** Sends a request on a connection of its own. */
  const send = async (text: string) => {
    const client = await rawClient({ host: '127.0.0.1', port });
    client.socket.write(text);
    return client;
  };
  const statusOf = async (method: string, id: string) => {
    const body = method === 'GET' ? {} : { body: location, headers: { 'Content-Type': 'application/json' } };
    return (await fetch(`http://127.0.0.1:${port}/${id}`, { method, ...body })).status;
  };
  return { port, send, statusOf, release, waiting: () => waiting };
}

const get = (id: string) => `GET /${id} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;

test('a request beyond those that are handled gets 503 with Retry-After, and the next one is served', async () => {
  const { port, send, statusOf, release, waiting } = await serveTwo();
  const slow = [await send(get('slow')), await send(get('slow'))];
  await expect.poll(waiting).toBe(2);
  const response = await fetch(`http://127.0.0.1:${port}/a`);
  expect(response.status).toBe(503);
  expect(response.headers.get('Retry-After')).toBe('1');
  expect(await response.text()).toBe('{"error_message":"Service unavailable"}');
  expect(await statusOf('PUT', 'a')).toBe(503);
  release();
  for (const { ended } of slow) expect(await ended).toMatch(/^HTTP\/1\.1 404 /);
  expect(await statusOf('POST', 'a')).toBe(200);
});

test('clients that send their bodies slowly keep nobody out', async () => {
  const { send, statusOf } = await serveTwo();
  const head = `PUT /b HTTP/1.1\r\nHost: localhost\r\n${content}Expect: 100-continue\r\n\r\n{`;
  const writers = await Promise.all(Array.from({ length: 10 }, () => send(head)));
  // The server waits for the body.
  for (const { received } of writers) await expect.poll(received).toContain('100 Continue');
  expect(await statusOf('GET', 'a')).toBe(404);
  expect(await statusOf('POST', 'a')).toBe(200);
  for (const { socket } of writers) socket.write(location.slice(1));
  for (const { received } of writers) await expect.poll(received).toContain('HTTP/1.1 404');
});

test('clients that do not read their lists keep nobody out', async () => {
  const { send, statusOf } = await serveTwo();
  const readers = await Promise.all(Array.from({ length: 10 }, () => send(get(''))));
  for (const { socket } of readers) {
    await once(socket, 'data');
    socket.pause();
  }
  expect(await statusOf('GET', 'a')).toBe(404);
});

test('a request that fails, or whose client leaves, no longer counts', async () => {
  const { send, statusOf } = await serveTwo();
  for (let time = 0; time < 5; time++) {
    const { socket, received } = await send(
      `PUT /b HTTP/1.1\r\nHost: localhost\r\n${content}Expect: 100-continue\r\n\r\n`,
    );
    await expect.poll(received).toContain('100 Continue');
    socket.destroy();
  }
  await expect.poll(() => statusOf('GET', 'a')).toBe(404);
  expect(await statusOf('POST', 'a')).toBe(200);
});
