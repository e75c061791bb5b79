import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore, type Handler } from '@location-records/core';
import express from 'express';
import { describe, expect, it } from 'vitest';
import { createMiddleware } from '../../src/express/index.ts';
import { createListener, createServer, enableShutdown } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const get = (target: string) => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

async function serveEndless() {
  const store = new EndlessStore();
  const port = await listen(createHttpServer(createListener(createHandler({ store }))));
  return { store, port };
}

describe('a long list', () => {
  it('a list is read from the store no further than the client reads', async () => {
    const { store, port } = await serveEndless();
    const slow = await dial(port);
    slow.write(get('/'));
    await once(slow, 'readable');
    // Each response on another connection takes several turns of the event loop, in any of which the list
    // would go on if it did.
    const other = await dial(port);
    const takenPerResponse: number[] = [];
    while (takenPerResponse.at(-1) !== 0 || takenPerResponse.at(-2) !== 0) {
      const before = store.batches;
      other.write(get('/a'));
      await once(other, 'data');
      takenPerResponse.push(store.batches - before);
      expect(store.batches).toBeLessThan(1000);
    }
  });

  it('many lists take turns, so that other requests wait for one piece and not for one of each', async () => {
    let turn = 0;
    const pieces: number[] = [];
    const handle: Handler = async () => {
      async function* body() {
        yield '[';
        for (let count = 0; count < 5; count++) {
          pieces[turn] = (pieces[turn] ?? 0) + 1;
          yield ' ';
        }
        yield ']';
        return undefined;
      }
      return { status: 200, headers: { Connection: 'close' }, body: body() };
    };
    const port = await listen(createServer(handle));
    const clients = await Promise.all(Array.from({ length: 50 }, () => dial(port)));
    let counting = setImmediate(function count() {
      turn++;
      counting = setImmediate(count);
    });
    for (const client of clients) client.write(get('/'));
    await Promise.all(clients.map(readToEnd));
    clearImmediate(counting);
    expect(pieces.reduce((sum, count) => sum + count)).toBe(250);
    expect(Math.max(...pieces.filter(Boolean))).toBe(1);
  });

  it('nothing more is read from a list whose client has left', async () => {
    let left = false;
    let readAfter = 0;
    let leave = () => {};
    const ended = new Promise<void>((resolve) => {
      leave = resolve;
    });
    const server = createServer(async () => {
      async function* body() {
        try {
          for (;;) {
            if (left) readAfter++;
            yield ' ';
          }
        } finally {
          leave();
        }
      }
      return { status: 200, headers: {}, body: body() as AsyncIterableIterator<string> };
    });
    server.on('connection', (socket) =>
      socket.once('close', () => {
        left = true;
      }),
    );
    const client = await dial(await listen(server));
    client.write(get('/'));
    await once(client, 'data');
    client.destroy();
    await ended;
    expect(readAfter).toBe(0);
  });

  it('a list is released in the store when the client leaves', async () => {
    const { store, port } = await serveEndless();
    const client = await dial(port);
    client.write(get('/'));
    await once(client, 'data');
    const released = once(store, 'release');
    client.destroy();
    await expect(released).resolves.toEqual([]);
  });

  it('HEAD of a list releases the list in the store', async () => {
    const { store, port } = await serveEndless();
    const released = once(store, 'release');
    const client = await dial(port);
    client.write('HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [response] = await once(client, 'data');
    expect(String(response)).toMatch(/\r\nTransfer-Encoding: chunked\r\n/);
    await expect(released).resolves.toEqual([]);
  });

  it('other requests are served while a fast client reads a long list', async () => {
    const { store, port } = await serveEndless();
    const fast = await dial(port);
    fast.resume().write(get('/'));
    const other = await dial(port);
    for (let responses = 0; responses < 20; responses++) {
      await once(store, 'batch');
      other.write(get('/a'));
      const [response] = await once(other, 'data');
      expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
    }
  });

  it('a long list arrives whole while the client is still sending a large body', async () => {
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

/** How apps serve a handler, with what ends their servers. */
const hosts: readonly (readonly [string, (handle: Handler) => ReturnType<typeof createServer>])[] = [
  ['createServer', (handle) => createServer(handle)],
  ['createListener', (handle) => enableShutdown(createHttpServer(createListener(handle)))],
  ['createMiddleware', (handle) => enableShutdown(createHttpServer(express().use(createMiddleware(handle))))],
];

/** A store whose list stops half-way, and goes on when it is told to. */
class StoppingStore extends EndlessStore {
  override async *list() {
    for await (const batch of super.list()) {
      yield batch;
      await once(this, 'go on');
      throw new Error('boom');
    }
  }
}

/**
 * A list over HTTP/1.0, to which the end of the connection is the end of the list, when the client has all so
 * far.
 */
async function askForList(serve: (typeof hosts)[number][1]) {
  const store = new StoppingStore();
  const server = serve(createHandler({ store }));
  const connected = once(server, 'connection');
  const client = await dial(await listen(server));
  const end = new Promise<unknown>((resolve) => {
    client.once('error', resolve).once('end', () => resolve('an orderly end'));
  });
  client.resume().write('GET / HTTP/1.0\r\nHost: localhost\r\n\r\n');
  const [connection] = (await connected) as [Socket];
  await expect.poll(() => client.bytesRead).toBeGreaterThan(100_000);
  await expect.poll(() => client.bytesRead).toBe(connection.bytesWritten);
  return { store, server, connection, end };
}

describe.each(hosts)('a cut list over HTTP/1.0, %s', (host, serve) => {
  const reset = expect.objectContaining({ code: 'ECONNRESET' });

  it(`${host}: a list over HTTP/1.0 that a shutdown cuts does not look complete`, async () => {
    const { server, end } = await askForList(serve);
    await expect(server.shutdown({ timeout: 1 })).resolves.toEqual({ requestsCut: 1 });
    expect(await end).toEqual(reset);
  });

  it(`${host}: a list over HTTP/1.0 that times out does not look complete`, async () => {
    const { connection, end } = await askForList(serve);
    // What the option idleTimeout and server.timeout of node:http set.
    connection.setTimeout(10);
    expect(await end).toEqual(reset);
  });

  it(`${host}: a list over HTTP/1.0 that fails half-way does not look complete`, async () => {
    const { store, end } = await askForList(serve);
    store.emit('go on');
    expect(await end).toEqual(reset);
  });
});
