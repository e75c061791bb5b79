import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createUrlService } from '@location-records/conformance/node';
import { afterEach, expect, it } from 'vitest';
import { openConnection } from '../../src/transport/socket-connection.ts';

const servers: Server[] = [];
const sockets: Socket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
});

/** Starts a server that handles each connection with a function. Returns its address. */
async function listen(onConnection: (socket: Socket) => void) {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    onConnection(socket);
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port, timeout: 10_000 };
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

it('reads responses of every framing one after the other', async () => {
  const address = await listen((socket) => {
    socket.write(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: a\r\nx:  b \r\n\r\nfirst',
    );
    socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n');
    socket.write(
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;name=value\r\nsec\r\nA \r\n0123456789\r\n0\r\n\r\n',
    );
    socket.end('HTTP/1.1 400 Bad\r\n\r\nuntil the end');
  });
  const connection = await openConnection(address);
  expect(await connection.receive()).toMatchObject({ status: 100, headers: {} });
  const first = await connection.receive();
  expect(first).toMatchObject({ status: 200, headers: { x: ['a', 'b'], 'content-length': ['5'] } });
  expect(text(first.body)).toBe('first');
  expect((await connection.receive('HEAD')).body).toHaveLength(0);
  expect(text((await connection.receive()).body)).toBe('sec0123456789');
  expect(text((await connection.receive()).body)).toBe('until the end');
  connection.destroy();
});

it('reads a response that arrives byte by byte', async () => {
  const address = await listen(async (socket) => {
    socket.setNoDelay(true);
    for (const byte of 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n0\r\n\r\n') {
      await new Promise((resolve) => socket.write(byte, resolve));
    }
  });
  const connection = await openConnection(address);
  expect(text((await connection.receive()).body)).toBe('ab');
  connection.destroy();
});

it.each([
  ['nothing', ''],
  ['half a head', 'HTTP/1.1 200 OK\r\nContent-'],
  ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab'],
  ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab'],
  ['no last chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n'],
])('rejects when the connection ends after %s', async (_, bytes) => {
  const connection = await openConnection(await listen((socket) => socket.end(bytes)));
  await expect(connection.receive()).rejects.toMatchObject({ code: 'CONNECTION_ENDED' });
  connection.destroy();
});

it.each([
  ['Invalid status line', 'nonsense\r\n\r\n'],
  ['Invalid field', 'HTTP/1.1 200 OK\r\nno field\r\n\r\n'],
  ['Invalid length', 'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n'],
  ['Invalid length: 1,1', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na'],
  ['Invalid chunk size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
  ['A chunk is longer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n'],
])('rejects invalid HTTP: %s', async (message, bytes) => {
  const connection = await openConnection(await listen((socket) => socket.write(bytes)));
  await expect(connection.receive()).rejects.toThrow(message);
  connection.destroy();
});

it('ends every wait at its timeout', async () => {
  // Long enough for a busy machine to make the connection.
  const address = { ...(await listen((socket) => socket.pause())), timeout: 300 };
  const connection = await openConnection(address);
  await expect(connection.receive()).rejects.toThrow('waiting for a line');
  await expect(connection.closed()).rejects.toThrow('waiting for the end of the connection');
  await expect(connection.send(new Uint8Array(2 ** 26))).rejects.toThrow('accepted no more bytes');
  connection.destroy();
});

it('reports that the server has closed, with the bytes received before', async () => {
  const address = await listen((socket) => {
    socket.once('data', () =>
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nand more', () => socket.destroy()),
    );
  });
  const connection = await openConnection(address);
  expect(await connection.send('hello')).toBe(true);
  expect((await connection.receiveHead()).status).toBe(200);
  expect(text(await connection.closed())).toBe('and more');
  let open = true;
  for (let sent = 0; open && sent < 1000; sent++) open = await connection.send('x'.repeat(1000));
  expect(open).toBe(false);
  connection.destroy();
});

it('ends its sending side, and goes on reading', async () => {
  const address = await listen((socket) => {
    socket.resume().on('end', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'));
  });
  const connection = await openConnection(address);
  connection.end();
  expect(text((await connection.receive()).body)).toBe('ok');
  connection.destroy();
});

it('reads nothing while it is paused', async () => {
  const size = 2 ** 24;
  let socket: Socket | undefined;
  const address = await listen((accepted) => {
    socket = accepted;
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`);
    socket.write(new Uint8Array(size));
  });
  const connection = await openConnection(address);
  connection.pause();
  await expect.poll(() => socket?.writableLength ?? 0).toBeGreaterThan(0);
  connection.resume();
  expect((await connection.receive()).body).toHaveLength(size);
  connection.destroy();
});

it('sends the request of a case unchanged', async () => {
  const received: string[] = [];
  const address = await listen((socket) => {
    socket.on('data', (bytes) => {
      received.push(bytes.toString());
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
    });
  });
  const service = createUrlService(`http://127.0.0.1:${address.port}`);
  const host = `127.0.0.1:${address.port}`;
  await service.request({ method: 'GET', target: '/a?b' });
  await service.request({
    method: 'PUT',
    target: '/é',
    headers: [
      ['A', '1'],
      ['a', '2'],
    ],
    body: '€',
  });
  expect(received).toEqual([
    `GET /a?b HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `PUT /é HTTP/1.1\r\nHost: ${host}\r\nA: 1\r\na: 2\r\nContent-Length: 3\r\n\r\n€`,
  ]);
  expect(service.freshId()).not.toBe(service.freshId());
  await expect(service.faults.reportedErrors()).rejects.toThrow('cannot fail on demand');
});

it.each([
  [false, ['1', '2', '3']],
  [true, ['1', '1', '2']],
])('has a connection for each request, unless it keeps them: %s', async (keepAlive, expected) => {
  let connections = 0;
  const address = await listen((socket) => {
    const number = String(++connections);
    socket.on('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${number.length}\r\n\r\n${number}`);
    });
  });
  const service = createUrlService(`http://127.0.0.1:${address.port}`, { keepAlive });
  const bodies = [];
  for (const target of ['/a', '/b'])
    bodies.push(text((await service.request({ method: 'GET', target })).body));
  service.close();
  bodies.push(text((await service.request({ method: 'GET', target: '/c' })).body));
  service.close();
  expect(bodies).toEqual(expected);
});

it('rejects when no server listens', async () => {
  const address = await listen(() => {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(openConnection(address)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
