import { once } from 'node:events';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { createFaultyStore } from '@location-records/conformance';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createListener, createServer, type NodeHandler } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const withoutText = {
  toString() {
    throw new Error('boom');
  },
};

describe('a handler that does not keep its promise', () => {
  it.each<[string, Handler]>([
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['rejects with what has no text', () => Promise.reject(withoutText)],
    ['rejects with an object without a prototype', () => Promise.reject(Object.create(null))],
    ['gives nothing', async () => undefined as never],
    ['gives a header that cannot be sent', async () => ({ status: 200, headers: { A: '日' }, body: '' })],
  ])('and %s becomes 500 and a process warning', async (_what, handle) => {
    await expectFailure(createHttpServer(createListener(handle)), 'GET');
  });

  it.each<[string, Handler]>([
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['rejects with what has no text', () => Promise.reject(withoutText)],
    ['gives a status of four digits', async () => ({ status: 1000, headers: {}, body: '' })],
    ['gives a header of two lines', async () => ({ status: 200, headers: { A: 'b\r\nC: d' }, body: '' })],
    ['gives a status that is not final', async () => ({ status: 103, headers: {}, body: '' })],
  ])('and %s becomes 500 also where node:http does not know the method', async (_what, handle) => {
    await expectFailure(createServer(handle), 'BREW');
  });

  async function expectFailure(server: Server, method: string) {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const client = await dial(await listen(server));
    client.write(`${method} /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const response = await readToEnd(client);
    expect(response).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(response.endsWith('{"error_message":"Internal server error"}')).toBe(true);
    expect(warn).toHaveBeenCalledOnce();
  }
});

describe('a handler that streams to a method that node:http does not know', () => {
  async function* pieces(error?: Error): AsyncGenerator<string, undefined> {
    yield 'one ';
    if (error) throw error;
    yield 'two';
    return undefined;
  }

  it.each([
    ['sends all pieces', undefined, /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\none two$/s],
    ['sends nothing of a body that breaks off', new Error('boom'), /^$/],
  ])('%s', async (_what, error, expected) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const handle: NodeHandler = async () => ({ status: 200, headers: {}, body: pieces(error) });
    const client = await dial(await listen(createServer(handle)));
    client.write('BREW /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await readToEnd(client)).toMatch(expected);
    expect(warn).not.toHaveBeenCalled();
  });

  it('sends pieces of bytes as they are, with a status and a field of its own', async () => {
    async function* bytes(): AsyncGenerator<string | Uint8Array, undefined> {
      yield Uint8Array.of(0x1f, 0x8b, 0x08);
      yield 'é';
      return undefined;
    }
    const handle: NodeHandler = async () => ({ status: 499, headers: { A: 'é' }, body: bytes() });
    const client = await dial(await listen(createServer(handle)));
    client.write('BREW /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await readToEnd(client);
    expect(response).toMatch(/^HTTP\/1\.1 499 unknown\r\nA: é\r\n/);
    expect(response.slice(response.indexOf('\r\n\r\n'))).toBe('\r\n\r\n\x1f\x8b\x08\xc3\xa9');
  });
});

it('HEAD whose handler rejects has its response where node:http takes no body for it', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const listener = createListener(() => Promise.reject(new Error('boom')));
  const client = await dial(await listen(createHttpServer({ rejectNonStandardBodyWrites: true }, listener)));
  client.write('HEAD /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 500 [\s\S]*\r\n\r\n$/);
});

it('a list whose head cannot be sent is released', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const body = createMemoryList();
  const release = vi.spyOn(body, 'return');
  const handle: NodeHandler = async () => ({ status: 200, headers: { A: '日' }, body });
  const client = await dial(await listen(createServer(handle)));
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 500 /);
  expect(release).toHaveBeenCalled();
});

it('a field of the app that cannot be sent with the failure is left out', async () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const listener = createListener(() => Promise.reject(new Error('boom')));
  const server = createHttpServer((req, res) => {
    res.setHeader('Trailer', 'X');
    listener(req, res);
  });
  const client = await dial(await listen(server));
  client.write('GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 500 .*Internal server error"}$/s);
});

/** A list of two pieces. */
async function* createMemoryList(): AsyncGenerator<string, undefined> {
  yield '[';
  yield ']';
  return undefined;
}

it('a request to which the app has responded does not reach the handler, and its connection goes on', async () => {
  const handle = vi.fn(createHandler({ store: createMemoryStore() }));
  const listener = createListener(handle);
  const server = createHttpServer((req, res) => {
    res.once('close', () => listener(req, res));
    res.end('by the app');
    listener(req, res);
  });
  const client = await dial(await listen(server));
  let received = '';
  client.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  for (let count = 1; count <= 20; count++) {
    client.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => received.split('by the app').length - 1).toBe(count);
  }
  expect(handle).not.toHaveBeenCalled();
});

describe('a client that is refused CONNECT', () => {
  it('may go away at once', async () => {
    const server = createServer(createHandler({ store: createMemoryStore() }));
    const port = await listen(server);
    const connected = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const refused = new Promise<void>((resolve) => server.once('connect', () => resolve()));
    const client = await dial(port);
    client.write('CONNECT localhost:80 HTTP/1.1\r\nHost: localhost:80\r\n\r\n');
    await refused;
    const broken = new Error('boom');
    (await connected).destroy(broken);
    client.destroy();
    const next = await dial(port);
    next.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await readToEnd(next)).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a list that fails half-way', () => {
  it('resets the connection to a client of HTTP/1.0, to which its end would be the end of the list', async () => {
    const { store, faults } = createFaultyStore(createMemoryStore());
    await faults.failList(4, new Error('boom'));
    const client = await dial(await listen(createHttpServer(createListener(createHandler({ store })))));
    const failed = new Promise<NodeJS.ErrnoException>((resolve) => client.once('error', resolve));
    client.resume().write('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
    expect(await failed).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a list for a client that is still sending a large body', () => {
  it('arrives as a whole', async () => {
    const store = createMemoryStore();
    const description = 'x'.repeat(1000);
    for (let number = 0; number < 5000; number++) {
      await store.put(`record-${number}`, { description, coordinates: { latitude: 1, longitude: 2 } });
    }
    const client = await dial(await listen(createHttpServer(createListener(createHandler({ store })))));
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
    client.write('x'.repeat(1_000_000));
    let text = '';
    while (!text.endsWith('\r\n0\r\n\r\n')) text += String((await once(client, 'data'))[0]);
    expect(text.match(/"record-\d+"/g)).toHaveLength(5000);
  });
});
