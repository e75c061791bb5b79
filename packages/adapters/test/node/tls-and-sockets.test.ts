import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectSecurely } from 'node:tls';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { selfSigned } from '@location-records/workspace/tests';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createServer, type GracefulServer } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { listen, readToEnd } from '../listening.ts';

const pem = readFileSync(selfSigned);
const handle = createHandler({ store: createMemoryStore() });
const close = 'Host: localhost\r\nConnection: close\r\n\r\n';

async function overTls(serving: Handler, bytes: string): Promise<string> {
  const server = createServer(serving, { tls: { key: pem, cert: pem } }) as unknown as GracefulServer;
  const port = await listen(server);
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
  socket.on('error', () => {});
  const received = readToEnd(socket);
  socket.write(bytes);
  return received;
}

async function overUnixSocket(serving: Handler, bytes: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'location-records-socket-'));
  const path = join(folder, 'a.sock');
  const server = createServer(serving).listen(path);
  onTestFinished(async () => {
    await server.shutdown({ timeout: 0 });
    await rm(folder, { recursive: true });
  });
  await once(server, 'listening');
  const socket = connect(path);
  socket.on('error', () => {});
  const received = readToEnd(socket);
  socket.write(bytes);
  return received;
}

describe.each([
  ['TLS', overTls],
  ['a Unix socket', overUnixSocket],
])('over %s', (way, send) => {
  test(`over ${way}, a long list over HTTP/1.0 gets 505, since the connection cannot be reset`, async () => {
    const store = new EndlessStore();
    const released = once(store, 'release');
    expect(await send(createHandler({ store }), `GET / HTTP/1.0\r\n${close}`)).toMatch(
      /^HTTP\/1\.1 505 [\s\S]*\{"error_message":"HTTP version not supported"\}$/,
    );
    await released;
  });

  test(`over ${way}, a list that is read before its head is sent is served over HTTP/1.0`, async () => {
    expect(await send(handle, `GET / HTTP/1.0\r\n${close}`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*\[\]$/);
  });

  test(`over ${way}, a record is served over HTTP/1.0`, async () => {
    expect(await send(handle, `GET /a HTTP/1.0\r\n${close}`)).toMatch(/^HTTP\/1\.1 404 /);
  });
});

test('a server with the option tls renews its certificate, and keeps its connections', async () => {
  const server = createServer(handle, { tls: { key: pem, cert: pem } });
  const port = await listen(server as unknown as GracefulServer);
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  server.setSecureContext({ key: pem, cert: pem });
  const received = readToEnd(socket);
  socket.write(`GET /a HTTP/1.1\r\n${close}`);
  expect(await received).toMatch(/^HTTP\/1\.1 404 /);
});

test('a handshake may take no longer than a head', async () => {
  const server = createServer(handle, { tls: { key: pem, cert: pem }, headersTimeout: 20 });
  const socket = connect(await listen(server as unknown as GracefulServer), '127.0.0.1');
  socket.on('error', () => {});
  expect(await readToEnd(socket)).toBe('');
});
