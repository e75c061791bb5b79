import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex, PassThrough } from 'node:stream';
import { createHandler, createMemoryStore } from '@location-records/core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';
import { readBody } from '../../src/node/read-body.ts';
import { drain } from '../../src/node/unread-body.ts';
import { dial, listen, readToEnd } from '../listening.ts';

/** The version and the fields of a request that announces much more than is read. */
const hugeHead = 'HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n';

function newHandler() {
  return createHandler({ store: createMemoryStore() });
}

/** Both ends of a connection. The client keeps its side open when the server has ended the other one. */
async function connectTo(server: Server): Promise<{ client: Socket; connection: Socket }> {
  const connected = once(server, 'connection');
  const client = await dial(await listen(server), { allowHalfOpen: true });
  const [connection] = (await connected) as [Socket];
  return { client, connection };
}

/** What comes until the server ends its side of the connection. */
async function readToFin(client: Socket): Promise<string> {
  let received = '';
  for await (const chunk of client.iterator({ destroyOnReturn: false })) received += chunk;
  return received;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

it('gives a client half a second to end its body', async () => {
  const message = new PassThrough();
  const drained = vi.fn();
  void drain({ message }).then(drained);
  message.write('the beginning of a body');
  await vi.advanceTimersByTimeAsync(499);
  expect(drained).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(drained).toHaveBeenCalledExactlyOnceWith(false);
});

it('sends the response to HEAD without waiting for a body that does not come', async () => {
  const client = await dial(await listen(createServer(newHandler())));
  client.write('HEAD /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
  const [response] = await once(client, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
});

it('sends a refusal and its end without waiting for a long body, and closes the connection after half a second', async () => {
  const handle = newHandler();
  // Without a length, the client learns the end of the response from its last chunk.
  const listener = createListener(async (request) => ({ ...(await handle(request)), headers: {} }));
  const { client, connection } = await connectTo(createHttpServer(listener));
  client.write(`POST /a ${hugeHead}`);
  expect(await readToFin(client)).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n[\s\S]*\r\n0\r\n\r\n$/,
  );
  await vi.advanceTimersByTimeAsync(499);
  expect(connection.destroyed).toBe(false);
  const closed = once(connection, 'close');
  await vi.advanceTimersByTimeAsync(1);
  await closed;
});

it('gives a client as much time where the refused request came together with the rest of the one before', async () => {
  const body = 'Not yours.';
  const headers = { 'Content-Length': String(body.length) };
  // A handler that responds at once.
  const server = createHttpServer(createListener(async () => ({ status: 403, headers, body })));
  const { client, connection } = await connectTo(server);
  client.write('POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n');
  await once(client, 'data');
  client.write(`1234567890POST /b ${hugeHead}`);
  expect(await readToFin(client)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*\r\nConnection: close\r\n/);
  expect(connection.destroyed).toBe(false);
});

it('serves no request behind a response that says `Connection: close`', async () => {
  const handle = newHandler();
  const methods: string[] = [];
  const server = createServer(
    (request) => {
      methods.push(request.method);
      return handle(request);
    },
    { guard: ({ url }) => (url === '/a' ? { status: 403, headers: {}, body: 'Not yours.' } : undefined) },
  );
  const { client } = await connectTo(server);
  client.write('POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n');
  await once(client, 'data');
  const put = 'HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n';
  client.end(`12345PUT /b ${put}POST /a ${put}`);
  await once(client, 'close');
  expect(methods).toEqual([]);
});

it.each<[string, (connection: Duplex) => void]>([
  ['a server', (connection) => createServer(newHandler()).emit('connection', connection)],
  [
    'a listener',
    (connection) => createHttpServer(createListener(newHandler())).emit('connection', connection),
  ],
])('a stream that is not a socket can be a connection of %s', async (_, serve) => {
  const sent: string[] = [];
  const connection = new Duplex({
    read() {},
    write(chunk, _encoding, done) {
      sent.push(String(chunk));
      done();
    },
  });
  serve(connection);
  connection.push(`POST /a ${hugeHead}`);
  await once(connection, 'finish');
  expect(sent.join('')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  const closed = once(connection, 'close');
  await vi.advanceTimersByTimeAsync(500);
  await closed;
});

it('a message without a connection gets its response', async () => {
  const req = Object.assign(new IncomingMessage(null as unknown as Socket), {
    method: 'POST',
    url: '/a',
    httpVersionMajor: 1,
  });
  const res = new ServerResponse(req);
  const out = new PassThrough();
  res.assignSocket(out as unknown as Socket);
  createListener(newHandler())(req, res);
  req.push(null);
  const [response] = await once(out, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('a message that was injected with a connection that cannot be destroyed gets its refusal', async () => {
  const req = Object.assign(new IncomingMessage({ writable: true } as Socket), {
    method: 'POST',
    url: '/a',
    httpVersionMajor: 1,
    rawHeaders: ['Content-Length', '1000000'],
  });
  const res = new ServerResponse(req);
  const out = new PassThrough();
  res.assignSocket(out as unknown as Socket);
  const finished = once(res, 'finish');
  createListener(newHandler())(req, res);
  const [response] = await once(out, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  await finished;
  await vi.advanceTimersByTimeAsync(500);
});

it('waits for a middleware that is slower with the response than the client may be with the body', async () => {
  const listener = createListener(newHandler());
  const ended = new EventEmitter();
  const server = createHttpServer((req, res) => {
    const { end } = res;
    Object.assign(res, {
      end: (body: string) => {
        ended.once('compressed', () => Reflect.apply(end, res, [body])).emit('end');
      },
    });
    listener(req, res);
  });
  const client = await dial(await listen(server));
  client.write('POST /a HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n');
  await once(ended, 'end');
  await vi.advanceTimersByTimeAsync(500);
  ended.emit('compressed');
  expect(await readToEnd(client)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('takes no more of a body than is wanted', async () => {
  const message = new PassThrough();
  const source = { message, bytesRead: 0 };
  message.write('12345');
  expect(String(await readBody(source, 3))).toBe('123');
  expect(message.isPaused()).toBe(true);
});
