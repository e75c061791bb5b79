import { once } from 'node:events';
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const kibibyte = 1024;

function newHandler() {
  return createHandler({ store: createMemoryStore() });
}

/** The server's end of the next connection. */
async function nextConnection(server: Server): Promise<Socket> {
  const [socket] = await once(server, 'connection');
  return socket;
}

/** Sends `piece` over and over until the connection is closed, and resolves to how many bytes that were. */
async function flood(socket: Socket, piece: string): Promise<number> {
  let sent = 0;
  while (!socket.destroyed) {
    if (sent > 256 * kibibyte * kibibyte) throw new Error('The server reads on and on.');
    sent += piece.length;
    if (!socket.write(piece))
      await new Promise((resolve) => socket.once('drain', resolve).once('close', resolve));
  }
  return sent;
}

describe('an unread body', () => {
  const piece = `1000\r\n${'x'.repeat(4096)}\r\n`;

  it.each([
    ['is refused without a look at it', 'text/plain', 64 + 64],
    ['is longer than the limit', 'application/json', 16 + 64 + 64],
  ])('that never ends and %s is read within bounds', async (_why, contentType, kibibytes) => {
    const server = createHttpServer(createListener(newHandler()));
    const port = await listen(server);
    const connection = nextConnection(server);
    const client = await dial(port);
    client.write(
      `POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${contentType}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const response = readToEnd(client);
    const serverSide = await connection;
    const closed = new Promise((resolve) => serverSide.once('close', resolve));
    await flood(client, piece);
    await closed;
    // What was read for the request, 64 KiB of the rest, and one read of at most 64 KiB that was under way.
    expect(serverSide.bytesRead).toBeLessThan((kibibytes + 64) * kibibyte);
    expect(await response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it.each<[string, (message: IncomingMessage, res: ServerResponse) => unknown]>([
    ['nothing else', () => {}],
    ['another listener', (message) => message.on('data', () => {})],
    ['a call of resume()', (message) => message.resume()],
    ['a response of the app', (_message, res) => res.end('Too slow.\n')],
  ])('that is a little too long keeps its connection, with %s', async (_what, touch) => {
    const listener = createListener(newHandler());
    const server = createHttpServer((req, res) => {
      listener(req, res);
      touch(req, res);
    });
    const port = await listen(server);
    const connected = nextConnection(server);
    const client = await dial(port);
    const body = '{"coordinates":{"latitude":1,"longitude":2}}'.padEnd(40 * kibibyte);
    const fields = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    // It is read while more of it comes.
    client.write(`POST /a HTTP/1.1\r\n${fields}\r\n${body.slice(0, 10)}`);
    await once(server, 'request');
    client.write(body.slice(10, 20 * kibibyte));
    await once(client, 'data');
    const connection = await connected;
    while (connection.bytesRead < 20 * kibibyte) await new Promise(setImmediate);
    client.write(body.slice(20 * kibibyte));
    client.write('GET /a HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('that is too long ends the connection where the app has responded meanwhile', async () => {
    const listener = createListener(newHandler());
    const server = createHttpServer((req, res) => {
      listener(req, res);
      res.end('Too slow.\n');
    });
    const client = await dial(await listen(server));
    const fields = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n';
    client.write(`POST /a HTTP/1.1\r\n${fields}\r\n`);
    await once(server, 'request');
    client.write('x'.repeat(20 * kibibyte));
    expect(await readToEnd(client)).toMatch(/\r\n\r\nToo slow\.\n$/);
  });

  it('is not awaited when the client announced it and waits for an invitation', async () => {
    const listener = createListener(newHandler());
    const port = await listen(createHttpServer(listener).on('checkContinue', listener.checkContinue));
    const client = await dial(port);
    client.write(
      'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    );
    expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });
});

describe('a client that goes away', () => {
  it('while it sends its body makes the handler reject, and leaves nothing behind', async () => {
    const outcomes: Promise<unknown>[] = [];
    const handle = newHandler();
    const server = createServer((request) => {
      const response = handle(request);
      outcomes.push(
        response.then(
          ({ status }) => status,
          (error) => error.message,
        ),
      );
      return response;
    });
    const arrived = once(server, 'request');
    const client = await dial(await listen(server));
    client.write(
      'POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"coordinates":',
    );
    await arrived;
    client.destroy();
    expect(await outcomes[0]).toBe('The client went away before its request body was complete.');
  });
});
