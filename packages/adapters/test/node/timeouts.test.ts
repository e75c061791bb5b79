import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { RequestAbortedError } from '../../src/errors.ts';
import { createServer, type ServerOptions } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const impatient: ServerOptions = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 };

function serve(options: ServerOptions): Promise<number> {
  return listen(createServer(createHandler({ store: createMemoryStore() }), options));
}

function expectTimeout(response: string): void {
  expect(response).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(response).toMatch(/\r\nContent-Type: application\/json\r\n/);
  expect(response).toMatch(/\r\nConnection: close\r\n/);
  expect(response.endsWith('\r\n\r\n{"error_message":"Request timeout"}')).toBe(true);
}

describe('a client that takes too long', () => {
  it('is told so as an Error object when the head does not come', async () => {
    const socket = await dial(await serve(impatient));
    socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n');
    expectTimeout(await readToEnd(socket));
  });

  it('is told so when the body does not come', async () => {
    const socket = await dial(await serve(impatient));
    const head =
      'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n';
    socket.write(`${head}{`);
    expectTimeout(await readToEnd(socket));
  });

  it('has stored nothing when the rest of its body comes after that', async () => {
    const store = createMemoryStore();
    const handle = createHandler({ store });
    const outcomes: Promise<unknown>[] = [];
    const server = createServer((request) => {
      const outcome = handle(request);
      outcomes.push(outcome);
      return outcome;
    }, impatient);
    const socket = await dial(await listen(server), { allowHalfOpen: true });
    const body = '{"coordinates":{"latitude":1,"longitude":2}}';
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    socket.write(`POST /a HTTP/1.1\r\n${head}${body.slice(0, 9)}`);
    let response = '';
    for await (const bytes of socket.iterator({ destroyOnReturn: false })) response += bytes;
    expectTimeout(response);
    socket.end(body.slice(9));
    await expect(Promise.all(outcomes)).rejects.toThrow(RequestAbortedError);
    expect(await store.get('a')).toBeUndefined();
  });

  it('gets no second response when only the rest of its body does not come', async () => {
    // The time runs from the connection on, and the head must come within it.
    const patient = { ...impatient, headersTimeout: 2000, requestTimeout: 2000 };
    const socket = await dial(await serve(patient));
    socket.write('POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{');
    const response = await readToEnd(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response.split('HTTP/1.1')).toHaveLength(2);
  });

  it('loses its connection when nothing moves on it', async () => {
    const socket = await dial(await serve({ idleTimeout: 20 }));
    expect(await readToEnd(socket)).toBe('');
  });

  it('loses its connection when nothing moves on it after a response', async () => {
    const socket = await dial(await serve({ idleTimeout: 20 }));
    socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
  });
});

it('only `idleTimeout` closes a connection between two requests', async () => {
  const server = createServer(createHandler({ store: createMemoryStore() }));
  const connected = once(server, 'connection');
  const socket = await dial(await listen(server));
  const [connection] = (await connected) as [Socket];
  socket.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [head] = (await once(socket, 'data')) as [Buffer];
  expect(String(head)).toMatch(/\r\nConnection: keep-alive\r\n/);
  expect(String(head)).not.toMatch(/\r\nKeep-Alive:/i);
  // node:http would have set its own five seconds here.
  expect(connection.timeout ?? 0).toBe(0);
});
