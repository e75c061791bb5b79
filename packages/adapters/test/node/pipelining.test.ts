import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it } from 'vitest';
import { createServer } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const count = 20_000;
/** What one piece of 64 KiB off the wire can hold, and a few from before. */
const fewEnough = 2000;

it('reads no further from a connection while many of its requests wait, and serves them all', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  let release = () => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  const server = createServer((request) => free.then(() => handle(request)));
  let asked = 0;
  server.on('request', () => asked++);
  const connected = once(server, 'connection');
  const client = await dial(await listen(server));
  const [connection] = (await connected) as [Socket];

  const paused = once(connection, 'pause');
  client.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(count));
  await paused;
  expect(asked).toBeLessThan(fewEnough);

  release();
  let responses = 0;
  let rest = '';
  for await (const chunk of client) {
    const pieces = `${rest}${chunk}`.split('Resource not found: a"}');
    rest = pieces.pop() ?? '';
    responses += pieces.length;
    if (responses === count) break;
  }
  expect(asked).toBe(count);
});

it('refuses a waiting request whose body turns out to be malformed, and does not pass it on', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  const methods: string[] = [];
  const server = createServer(async (request) => {
    methods.push(request.method);
    await malformed;
    return handle(request);
  });
  const malformed = once(server, 'clientError');
  const client = await dial(await listen(server));
  const removal = 'DELETE /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  client.write(`GET /b HTTP/1.1\r\nHost: localhost\r\n\r\n${removal}zz\r\n`);
  const statuses = (await readToEnd(client)).match(/HTTP\/1\.1 \d+/g);
  expect(statuses).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400']);
  expect(methods).toEqual(['GET']);
});
