import { once } from 'node:events';
import { createServer as createHttpServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { createHandler, createMemoryStore } from '@location-records/core';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { createServer, enableShutdown, type Shutdown } from '../../src/node/index.ts';
import { clientTls, serverTls } from '../tls.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const timeout = 60_000;

let responses: ServerResponse[];
let server: Server & Shutdown;
let clients: Socket[];

beforeEach(async () => {
  responses = [];
  clients = [];
  server = enableShutdown(createHttpServer((_req, res) => responses.push(res)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of clients) client.destroy();
  server.close();
});

/** A connection, and what came on it so far. */
async function open(
  secure = false,
): Promise<{ socket: Socket; received(): string; ended: Promise<unknown> }> {
  const { port } = server.address() as AddressInfo;
  const options = { port, host: '127.0.0.1' };
  const socket = secure ? connectSecurely({ ...options, ...clientTls }) : connect(options);
  clients.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  await once(socket, secure ? 'secureConnect' : 'connect');
  return { socket, received: () => text, ended: once(socket, 'end') };
}

async function responded(count: number): Promise<ServerResponse> {
  await expect.poll(() => responses.length).toBe(count);
  return responses[count - 1] as ServerResponse;
}

test('idle connections end at once', async () => {
  const fresh = await open();
  const used = await open();
  used.socket.write(get);
  (await responded(1)).end('done');
  await expect.poll(used.received).toMatch(/done$/);
  expect(server.activeRequests()).toBe(0);
  const { closeIdleConnections } = server;
  await expect(server.shutdown({ timeout })).resolves.toEqual({ requestsCut: 0 });
  await Promise.all([fresh.ended, used.ended]);
  expect(server.closeIdleConnections).toBe(closeIdleConnections);
  expect(server.listening).toBe(false);
});

test('a response under way is finished, and says that the connection ends', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const res = await responded(1);
  expect(server.activeRequests()).toBe(1);
  const done = server.shutdown({ timeout });
  res.end('done');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
});

test('a response whose head has gone out is finished', async () => {
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

test('a response that was ended but has not gone out is not cut', async () => {
  const { socket, received, ended } = await open();
  socket.pause();
  socket.write(get);
  const body = 'x'.repeat(20_000_000);
  (await responded(1)).end(body);
  const done = server.shutdown({ timeout });
  socket.resume();
  await Promise.all([done, ended]);
  expect(received().length).toBeGreaterThan(body.length);
});

test('a body under way is read to its end', async () => {
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

test('all pipelined requests get their responses', async () => {
  const { socket, received, ended } = await open();
  socket.write(get + get);
  await responded(2);
  expect(server.activeRequests()).toBe(1);
  const done = server.shutdown({ timeout });
  for (const [index, res] of responses.entries()) res.end(`response ${index}`);
  await Promise.all([done, ended]);
  expect(received()).toMatch(/response 0HTTP[\s\S]*response 1$/);
});

test('a request that comes behind one under way is served, too', async () => {
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

describe('a body that waits for an invitation', () => {
  const put = 'PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n';

  test('is invited as without enableShutdown, and finished', async () => {
    const { socket, received, ended } = await open();
    socket.write(put);
    const res = await responded(1);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    expect(server.activeRequests()).toBe(1);
    const done = server.shutdown({ timeout });
    res.req.resume();
    socket.write('{}');
    res.end('done');
    await Promise.all([done, ended]);
    expect(received()).toMatch(/done$/);
  });

  test('is left to a listener of the app', async () => {
    server.on('checkContinue', (_req, res) => res.writeHead(417).end('not invited'));
    const { socket, received } = await open();
    socket.write(put);
    await expect.poll(received).toMatch(/^HTTP\/1\.1 417 [\s\S]*not invited/);
    expect(responses).toHaveLength(0);
  });
});

describe('what does not end', () => {
  test('is cut, and counted', async () => {
    const { socket, received } = await open();
    const closed = once(socket, 'close');
    socket.on('error', () => {}).write(get);
    await responded(1);
    await expect(server.shutdown({ timeout: 1 })).resolves.toEqual({ requestsCut: 1 });
    await closed;
    expect(received()).toBe('');
  });

  test('is cut after 10 s where no time is given, and not before', async () => {
    const { socket } = await open();
    socket.on('error', () => {}).write(get);
    await responded(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const done = server.shutdown();
    vi.advanceTimersByTime(9_999);
    expect(server.activeRequests()).toBe(1);
    vi.advanceTimersByTime(1);
    expect(server.activeRequests()).toBe(0);
    await expect(done).resolves.toEqual({ requestsCut: 1 });
  });

  test('is cut earlier by a second call, and both tell', async () => {
    const { socket } = await open();
    socket.on('error', () => {}).write(get);
    await responded(1);
    const first = server.shutdown({ timeout });
    await expect(server.shutdown({ timeout: 0 })).resolves.toEqual({ requestsCut: 1 });
    await expect(first).resolves.toEqual({ requestsCut: 1 });
  });
});

test('a server that does not listen has nothing to wait for', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  await expect(createServer(handle).shutdown()).resolves.toEqual({ requestsCut: 0 });
});

test('what createServer makes ends its connections, too', async () => {
  server.close();
  const handle = createHandler({ store: createMemoryStore() });
  server = createServer((request) => handle(request));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { socket, received, ended } = await open();
  socket.write(get);
  await expect.poll(received).toMatch(/\[\]$/);
  await Promise.all([server.shutdown({ timeout }), ended]);
});

test.each([-1, 2 ** 31, '1', Number.NaN])('%j is refused as a time', async (time) => {
  const refusal = expect.objectContaining({ code: 'INVALID_OPTION', option: 'timeout' });
  await expect(server.shutdown({ timeout: time as number })).rejects.toEqual(refusal);
  expect(server.listening).toBe(true);
});

describe('over TLS', () => {
  beforeEach(async () => {
    server.close();
    server = enableShutdown(createHttpsServer(serverTls, (_req, res) => responses.push(res)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });

  it('finishes a response under way, and closes an idle connection', async () => {
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

  it('cuts a connection without a complete handshake, which is not a request', async () => {
    const { socket } = await open();
    const closed = once(socket, 'close');
    socket.on('error', () => {});
    await expect(server.shutdown({ timeout: 50 })).resolves.toEqual({ requestsCut: 0 });
    await closed;
  });
});

test('a second call for the same server adds nothing, so that each request is invited once', async () => {
  expect(enableShutdown(server)).toBe(server);
  const { socket, received } = await open();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n');
  await expect.poll(received).toMatch(/^HTTP\/1\.1 100 /);
  expect(responses).toHaveLength(1);
});

test('a server of createServer has it already', () => {
  const own = createServer(createHandler({ store: createMemoryStore() }));
  const listeners = own.listenerCount('checkContinue');
  expect(enableShutdown(own)).toBe(own);
  expect(own.listenerCount('checkContinue')).toBe(listeners);
});
