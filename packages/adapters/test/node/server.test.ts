import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { createHandler, createMemoryStore } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { describe, expect, it } from 'vitest';
import { createServer, type Guard, type ServerOptions } from '../../src/node/index.ts';
import { dial, exchange, listen, readToEnd } from '../listening.ts';

const isJson = 'Content-Type: application/json\r\n';
const impatient: ServerOptions = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 };

function serve(options?: ServerOptions): Promise<number> {
  return listen(createServer(createHandler({ store: createMemoryStore() }), options));
}

/** A response below the service, which is the last one of its connection. */
function refusal(status: number, message: string) {
  const text = `\r\n\r\n${JSON.stringify({ error_message: message })}`;
  return {
    asymmetricMatch: (response: string) =>
      response.startsWith(`HTTP/1.1 ${status} `) &&
      response.includes('\r\nContent-Type: application/json\r\n') &&
      response.includes('\r\nConnection: close\r\n') &&
      response.endsWith(text) &&
      response.split('HTTP/1.1 ').length === 2,
    toString: () => `${status} ${message}`,
  };
}

describe('the guard', () => {
  const guard: Guard = (_, host) => (host === 'wrong' ? errorResponse(421, 'Not here') : undefined);

  it.each([
    'GET /a HTTP/1.1\r\nHost: wrong\r\n\r\n',
    'GET /a HTTP/1.0\r\nHOST:  wrong \r\n\r\n',
    'POST /a HTTP/1.1\r\nHost: wrong\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
  ])('the guard responds before the service to %j', async (bytes) => {
    expect(await exchange(await serve({ guard }), bytes)).toEqual(refusal(421, 'Not here'));
  });

  it('a guard that returns undefined lets a request pass', async () => {
    const bytes = 'GET /a HTTP/1.1\r\nHost: right\r\nConnection: close\r\n\r\n';
    expect(await exchange(await serve({ guard }), bytes)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it('the guard is not asked about a request without a valid Host', async () => {
    const bytes = 'GET /a HTTP/1.1\r\nHost: wrong\r\nHost: right\r\n\r\n';
    expect(await exchange(await serve({ guard }), bytes)).toEqual(refusal(400, 'Bad request'));
  });
});

describe('the option headers', () => {
  const headers = { 'X-Ours': 'yes', 'Content-Type': 'text/never' };
  const close = 'Host: localhost\r\nConnection: close\r\n\r\n';

  it.each([
    [200, `GET / HTTP/1.1\r\n${close}`],
    [200, `HEAD / HTTP/1.1\r\n${close}`],
    [404, `GET /a HTTP/1.1\r\n${close}`],
    [421, 'GET /a HTTP/1.1\r\nHost: wrong\r\n\r\n'],
    [400, 'GET /a HTTP/1.1\r\n\r\n'],
    [400, 'not HTTP\r\n\r\n'],
    [405, 'CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n'],
    [408, 'GET /a HTTP/1.1\r\n'],
    [408, `PUT /a HTTP/1.1\r\nHost: localhost\r\n${isJson}Content-Length: 9\r\n\r\n{`],
    [500, `DELETE /a HTTP/1.1\r\n${close}`],
  ])('adds its fields, and replaces none, in a response of %i to %j', async (status, bytes) => {
    const store = createMemoryStore();
    store.delete = () => Promise.reject(new Error('full'));
    const guard: Guard = (_, host) => (host === 'wrong' ? errorResponse(421, 'Not here') : undefined);
    const server = createServer(createHandler({ store }), { ...impatient, guard, headers });
    const response = await exchange(await listen(server), bytes);
    expect(response.slice(0, 13)).toBe(`HTTP/1.1 ${status} `);
    expect(response.match(/^X-Ours: yes\r$/gm)).toHaveLength(1);
    expect(response.match(/^Content-Type: .*$/gm)).toEqual(['Content-Type: application/json']);
  });
});

it('a head that does not arrive in time gets 408', async () => {
  const bytes = 'GET /a HTTP/1.1\r\nHost: localhost\r\n';
  expect(await exchange(await serve(impatient), bytes)).toEqual(refusal(408, 'Request timeout'));
});

it('a body that does not arrive in time gets 408, and nothing is stored', async () => {
  const store = createMemoryStore();
  const port = await listen(createServer(createHandler({ store }), impatient));
  const body = '{"coordinates":{"latitude":1,"longitude":2}}';
  const head = `POST /a HTTP/1.1\r\nHost: localhost\r\n${isJson}Content-Length: ${body.length + 1}\r\n\r\n`;
  expect(await exchange(port, head + body)).toEqual(refusal(408, 'Request timeout'));
  expect(await store.get('a')).toBeUndefined();
});

describe('a body that arrives slowly', () => {
  const head = `POST /a HTTP/1.1\r\nHost: localhost\r\n${isJson}Content-Length: 1000000\r\n\r\n`;

  /** Sends pieces of a body one after the other until the connection closes, and returns what came back. */
  async function drip(port: number, piece: string, pieces = Number.POSITIVE_INFINITY): Promise<string> {
    const socket = await dial(port);
    const received = readToEnd(socket);
    socket.write(head);
    for (let sent = 0; sent < pieces && !socket.closed; sent++) {
      socket.write(piece);
      await setTimeout(10);
    }
    return received;
  }

  /** A server whose handler needs the whole body. */
  const readWhole = (options: ServerOptions) =>
    listen(
      createServer(async (request) => {
        const { length } = await request.body(2 ** 23);
        return { ...errorResponse(200, `${length} bytes`), headers: { Connection: 'close' } };
      }, options),
    );

  it('gets 408 after bodyTimeout, although its bytes go on coming, and nothing is stored', async () => {
    const store = createMemoryStore();
    const port = await listen(createServer(createHandler({ store }), { bodyTimeout: 50 }));
    expect(await drip(port, ' ')).toEqual(refusal(408, 'Request timeout'));
    expect(await store.get('a')).toBeUndefined();
  });

  it('is read to its end while it brings 16 KiB within bodyTimeout', async () => {
    const start = performance.now();
    const response = await drip(await readWhole({ bodyTimeout: 1000 }), ' '.repeat(5000), 200);
    expect(response).toContain('1000000 bytes');
    expect(performance.now() - start).toBeGreaterThan(2000);
  });

  it('gets 408 after requestTimeout, even if it makes progress', async () => {
    const port = await readWhole({ ...impatient, headersTimeout: 1000, requestTimeout: 1000 });
    expect(await drip(port, ' '.repeat(5000), 190)).toEqual(refusal(408, 'Request timeout'));
  });

  it('has no limit with bodyTimeout 0', async () => {
    expect(await drip(await readWhole({ bodyTimeout: 0 }), ' '.repeat(100_000), 10)).toContain('bytes');
  });
});

it('a connection beyond maxConnections is closed without a response, until another one ends', async () => {
  const port = await serve({ maxConnections: 2 });
  const [first] = [await dial(port), await dial(port)];
  const get = 'GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  expect(await exchange(port, get)).toBe('');
  first.write(get);
  expect(await readToEnd(first)).toMatch(/^HTTP\/1\.1 404 /);
  expect(await exchange(port, get)).toMatch(/^HTTP\/1\.1 404 /);
});

it('a head of more than maxHeaderSize gets 431', async () => {
  const port = await serve({ maxHeaderSize: 200 });
  const get = `GET /${'a'.repeat(300)} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  expect(await exchange(port, get)).toEqual(refusal(431, 'Request header fields too large'));
});

it('a body whose unneeded rest does not arrive gets no second response', async () => {
  // The head must come within this time, too.
  const patient = { ...impatient, headersTimeout: 2000, requestTimeout: 2000 };
  const bytes = 'POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n';
  const response = await exchange(await serve(patient), bytes);
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

it('a connection without a request is closed after idleTimeout', async () => {
  expect(await exchange(await serve({ idleTimeout: 20 }))).toBe('');
});

it('a connection is closed idleTimeout after its response', async () => {
  const bytes = 'GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await exchange(await serve({ idleTimeout: 50 }), bytes)).toMatch(/^HTTP\/1\.1 404 /);
});

describe('the times of a server', () => {
  const usual = {
    headersTimeout: 10_000,
    requestTimeout: 0,
    timeout: 120_000,
    keepAliveTimeout: 0,
  };

  it.each<[string, ServerOptions | undefined, Partial<typeof usual>]>([
    ['the usual ones', undefined, {}],
    [
      'those that it is given',
      { headersTimeout: 1, requestTimeout: 2, idleTimeout: 3 },
      { headersTimeout: 1, requestTimeout: 2, timeout: 3 },
    ],
    [
      'no longer for the head than for the request',
      { requestTimeout: 5000 },
      { headersTimeout: 5000, requestTimeout: 5000 },
    ],
    ['the given one for the head', { headersTimeout: 60_000 }, { headersTimeout: 60_000 }],
    ['no limit for the head', { headersTimeout: 0 }, { headersTimeout: 0 }],
  ])('the time-outs of createServer are %s', (_, options, times) => {
    const server = createServer(createHandler({ store: createMemoryStore() }), options);
    expect(server).toMatchObject({ ...usual, ...times });
  });
});

it('a client that is refused CONNECT may go away at once', async () => {
  const server = createServer(createHandler({ store: createMemoryStore() }));
  const port = await listen(server);
  const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const refused = once(server, 'connect');
  const client = await dial(port);
  client.write('CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n');
  await refused;
  (await connected).destroy(new Error('boom'));
  client.destroy();
  const next = await dial(port);
  next.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(next)).toMatch(/^HTTP\/1\.1 200 /);
});
