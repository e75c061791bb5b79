import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect as connectSecurely } from 'node:tls';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { selfSigned } from '@location-records/workspace/tests';
import express from 'express';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { createListener, createServer, enableShutdown, type GracefulServer } from '../../src/node/index.ts';
import { dial, listen } from '../listening.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const timeout = 60_000;
const pem = readFileSync(selfSigned);

let responses: ServerResponse[];
let server: GracefulServer;
let port: number;

/** Serves by `app` until the test has finished. */
async function serve(app: GracefulServer): Promise<void> {
  server = app;
  port = await listen(server);
}

beforeEach(async () => {
  responses = [];
  await serve(enableShutdown(createHttpServer((_req, res) => responses.push(res))));
});

async function dialSecurely() {
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => {
    socket.destroy();
  });
  await once(
    socket.on('error', () => {}),
    'secureConnect',
  );
  return socket;
}

/** A connection, and what came on it so far. */
async function open(isSecure = false) {
  const socket = await (isSecure ? dialSecurely() : dial(port));
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  return { socket, received: () => text, ended: once(socket, 'end') };
}

async function responded(count: number): Promise<ServerResponse> {
  await expect.poll(() => responses.length).toBe(count);
  return responses[count - 1] as ServerResponse;
}

test('shutdown closes idle connections at once', async () => {
  const fresh = await open();
  const used = await open();
  used.socket.write(get);
  (await responded(1)).end('done');
  await expect.poll(used.received).toMatch(/done$/);
  expect(server.activeRequests()).toBe(0);
  await expect(server.shutdown({ timeout })).resolves.toEqual({ requestsCut: 0 });
  await Promise.all([fresh.ended, used.ended]);
  expect(server.listening).toBe(false);
});

test('shutdown finishes a response under way, with Connection: close', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const res = await responded(1);
  expect(server.activeRequests()).toBe(1);
  const done = server.shutdown({ timeout });
  res.end('done');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
});

test('shutdown finishes a response whose head is sent', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const res = await responded(1);
  res.writeHead(200, { 'Content-Length': '4' }).write('do');
  await expect.poll(received).toMatch(/do$/);
  const done = server.shutdown({ timeout });
  res.end('ne');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: keep-alive\r\n[\s\S]*done$/);
});

test('shutdown finishes a response that the client has not begun to read', async () => {
  const body = 'x'.repeat(20_000_000);
  const headers = { 'Content-Length': String(body.length) };
  await serve(enableShutdown(createHttpServer(createListener(async () => ({ status: 200, headers, body })))));
  const { socket, received, ended } = await open();
  socket.pause().write(get);
  await expect.poll(() => server.activeRequests()).toBe(1);
  const done = server.shutdown({ timeout });
  socket.resume();
  await Promise.all([done, ended]);
  expect(received().length).toBeGreaterThan(body.length);
});

/** A stream of events that never ends, with a piece of some length. */
function events(length: number): Handler {
  async function* body(): AsyncGenerator<string, undefined> {
    for (;;) {
      yield `:${'x'.repeat(length)}\n\n`;
      await new Promise(() => {});
    }
  }
  return async () => ({ status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: body() });
}

const eventServers: readonly (readonly [string, (handle: Handler) => RequestListener])[] = [
  ['node:http', createListener],
  ['Express', (handle) => express().use(createMiddleware(handle))],
];

test.each(eventServers)('shutdown ends streams of events at once, over %s', async (_name, listener) => {
  await serve(enableShutdown(createHttpServer(listener(events(1)))));
  const { socket, received, ended } = await open();
  socket.write(get);
  await expect.poll(received).toMatch(/:x\n\n/);
  await expect(server.shutdown({ timeout })).resolves.toEqual({ requestsCut: 0 });
  await ended;
  expect(received()).toMatch(/\r\n0\r\n\r\n$/);
});

test('shutdown ends a stream of events whose client does not read', async () => {
  await serve(enableShutdown(createHttpServer(createListener(events(50_000_000)))));
  const { socket } = await open();
  socket.pause().write(get);
  await expect.poll(() => server.activeRequests()).toBe(1);
  await expect.poll(() => socket.readableLength).toBeGreaterThan(0);
  await expect(server.shutdown({ timeout })).resolves.toEqual({ requestsCut: 0 });
});

test('shutdown reads a body under way to its end', async () => {
  const { socket, received, ended } = await open();
  socket.write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na');
  const res = await responded(1);
  res.req.resume();
  const done = server.shutdown({ timeout });
  socket.write('b');
  await once(res.req, 'end');
  res.end('done');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
});

test('shutdown responds to all pipelined requests', async () => {
  const { socket, received, ended } = await open();
  socket.write(get + get);
  await responded(2);
  expect(server.activeRequests()).toBe(1);
  const done = server.shutdown({ timeout });
  for (const [index, res] of responses.entries()) res.end(`response ${index}`);
  await Promise.all([done, ended]);
  expect(received()).toMatch(/response 0HTTP[\s\S]*response 1$/);
});

test('shutdown serves a request pipelined after one under way', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const first = await responded(1);
  first.writeHead(200, { 'Content-Length': '1' });
  const done = server.shutdown({ timeout });
  socket.write(get);
  const second = await responded(2);
  first.end('1');
  second.end('2');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\n\r\n1HTTP[\s\S]*2$/);
});

test('enableShutdown keeps node:http inviting a body offered with Expect', async () => {
  const { socket, received } = await open();
  socket.write('PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n');
  await responded(1);
  await expect.poll(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
  expect(server.activeRequests()).toBe(1);
});

test('shutdown cuts a request that does not end in time, and counts it', async () => {
  const { socket, received } = await open();
  const closed = once(socket, 'close');
  socket.write(get);
  await responded(1);
  await expect(server.shutdown({ timeout: 1 })).resolves.toEqual({ requestsCut: 1 });
  await closed;
  expect(received()).toBe('');
});

test('shutdown waits 10 s by default', async () => {
  const { socket } = await open();
  socket.write(get);
  await responded(1);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const done = server.shutdown();
  const { req } = responses[0] as ServerResponse;
  vi.advanceTimersByTime(9_999);
  expect(req.socket.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(req.socket.destroyed).toBe(true);
  await expect(done).resolves.toEqual({ requestsCut: 1 });
});

test('a second shutdown with a shorter time cuts earlier, and both calls count the request', async () => {
  const { socket } = await open();
  socket.write(get);
  await responded(1);
  const first = server.shutdown({ timeout });
  await expect(server.shutdown({ timeout: 0 })).resolves.toEqual({ requestsCut: 1 });
  await expect(first).resolves.toEqual({ requestsCut: 1 });
});

test('shutdown of a server that does not listen resolves at once', async () => {
  const own = createServer(createHandler({ store: createMemoryStore() }));
  await expect(own.shutdown()).resolves.toEqual({ requestsCut: 0 });
});

test('disposing of a server shuts it down', async () => {
  const server = createServer(async () => ({ status: 200, headers: {}, body: '' })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  await server[Symbol.asyncDispose]();
  expect(server.listening).toBe(false);
});

test('a server of createServer has shutdown, which closes its connections', async () => {
  await serve(createServer(createHandler({ store: createMemoryStore() })));
  const { shutdown } = server;
  expect(enableShutdown(server).shutdown).toBe(shutdown);
  const { socket, received, ended } = await open();
  const refused = await open();
  socket.write(get);
  refused.socket.write('CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n');
  await expect.poll(received).toMatch(/\[\]$/);
  await expect.poll(refused.received).toMatch(/^HTTP\/1\.1 405 /);
  await Promise.all([server.shutdown({ timeout }), ended]);
});

describe('over TLS', () => {
  beforeEach(async () => {
    await serve(
      enableShutdown(createHttpsServer({ key: pem, cert: pem }, (_req, res) => responses.push(res))),
    );
  });

  test('shutdown over TLS finishes a response under way, and closes an idle connection', async () => {
    const idle = await open(true);
    const { socket, received, ended } = await open(true);
    socket.write(get);
    const res = await responded(1);
    const done = server.shutdown({ timeout });
    await idle.ended;
    res.end('done');
    await Promise.all([done, ended]);
    expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
  });

  test('shutdown cuts a connection without a complete TLS handshake, and does not count it', async () => {
    const { socket } = await open();
    const closed = once(socket, 'close');
    await expect(server.shutdown({ timeout: 50 })).resolves.toEqual({ requestsCut: 0 });
    await closed;
  });
});
