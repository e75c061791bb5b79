import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { createHandler, createMemoryStore } from '@location-records/core';
import { garbageCollector } from '@location-records/dev-kit';
import express from 'express';
import { expect, it } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { createListener, createServer, enableShutdown, type Shutdown } from '../../src/node/index.ts';
import { dial, listen } from '../listening.ts';

const newHandler = () => createHandler({ store: createMemoryStore() });
const fields = 'Host: localhost\r\nContent-Type: application/json\r\n';

it.each<[string, () => Server]>([
  ['createServer', () => createServer(newHandler())],
  ['createListener', () => createHttpServer(createListener(newHandler()))],
  ['enableShutdown', () => enableShutdown(createHttpServer(createListener(newHandler())))],
  [
    'enableShutdown in front of Express',
    () => enableShutdown(createHttpServer(express().use(createMiddleware(newHandler())))),
  ],
])('an idle connection of %s keeps neither its latest request nor the response', async (_, makeServer) => {
  const collect = garbageCollector();
  const server = makeServer();
  const kept: WeakRef<object>[] = [];
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    kept.push(new WeakRef(req), new WeakRef(res));
  });
  const client = await dial(await listen(server));
  for (const request of [
    `GET /a HTTP/1.1\r\n${fields}\r\n`,
    `PUT /a HTTP/1.1\r\n${fields}Content-Length: 2\r\n\r\n{}`,
    `GET / HTTP/1.1\r\n${fields}\r\n`,
  ]) {
    client.write(request);
    await once(client, 'data');
    // What node:http and the promises of this request still hold is let go of in later turns.
    for (let turn = 0; turn < 10; turn++) await setImmediate();
    collect();
    expect(kept.filter((reference) => reference.deref() !== undefined)).toHaveLength(0);
  }
  expect(kept).toHaveLength(6);
  expect(client.destroyed).toBe(false);
});

it.each<[string, () => Server & Shutdown]>([
  ['createServer', () => createServer(newHandler())],
  ['enableShutdown', () => enableShutdown(createHttpServer(createListener(newHandler())))],
])('nothing keeps a server of %s that was shut down', async (_, makeServer) => {
  const collect = garbageCollector();
  const server = await shutDown(makeServer);
  await expect
    .poll(() => {
      collect();
      return server.deref() === undefined;
    })
    .toBe(true);
});

/** Makes a server that listens, and shuts it down. */
async function shutDown(makeServer: () => Server & Shutdown): Promise<WeakRef<Server>> {
  const server = makeServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await server.shutdown();
  return new WeakRef(server);
}
