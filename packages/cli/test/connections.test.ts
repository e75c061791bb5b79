import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connections, watchConnections } from '../src/connections.ts';

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const long = 60_000;

let answers: ServerResponse[];
let connections: Connections;
let server: ReturnType<typeof createServer>;
let clients: Socket[];

beforeEach(async () => {
  answers = [];
  clients = [];
  server = createServer((_req, res) => answers.push(res));
  connections = watchConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(() => {
  for (const client of clients) client.destroy();
});

/** A connection, and what came on it so far. */
async function open(): Promise<{ socket: Socket; received(): string; ended: Promise<unknown> }> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(socket);
  let text = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    text += piece;
  });
  await once(socket, 'connect');
  return { socket, received: () => text, ended: once(socket, 'end') };
}

async function answered(count: number): Promise<ServerResponse> {
  await expect.poll(() => answers.length).toBe(count);
  return answers[count - 1] as ServerResponse;
}

test('idle connections end at once', async () => {
  const fresh = await open();
  const used = await open();
  used.socket.write(get);
  (await answered(1)).end('done');
  await expect.poll(used.received).toMatch(/done$/);
  await connections.end(long);
  await Promise.all([fresh.ended, used.ended]);
  expect(server.listening).toBe(false);
});

test('an answer under way is finished, and says that the connection ends', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const res = await answered(1);
  const done = connections.end(long);
  res.end('done');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
});

test('an answer whose head has gone out is finished', async () => {
  const { socket, received, ended } = await open();
  socket.write(get);
  const res = await answered(1);
  res.writeHead(200, { 'Content-Length': '4' }).write('do');
  await expect.poll(received).toMatch(/do$/);
  const done = connections.end(long);
  res.end('ne');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: keep-alive\r\n[\s\S]*done$/);
});

test('an answer that was ended but has not gone out is not cut', async () => {
  const { socket, received, ended } = await open();
  socket.pause();
  socket.write(get);
  const body = 'x'.repeat(20_000_000);
  (await answered(1)).end(body);
  const done = connections.end(long);
  socket.resume();
  await Promise.all([done, ended]);
  expect(received().length).toBeGreaterThan(body.length);
});

test('a body under way is read to its end', async () => {
  const { socket, received, ended } = await open();
  socket.write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na');
  const res = await answered(1);
  res.req.resume();
  const done = connections.end(long);
  socket.write('b');
  await once(res.req, 'end');
  res.end('done');
  await Promise.all([done, ended]);
  expect(received()).toMatch(/\r\nConnection: close\r\n[\s\S]*done$/);
});

test('all pipelined requests are answered', async () => {
  const { socket, received, ended } = await open();
  socket.write(get + get);
  await answered(2);
  const done = connections.end(long);
  for (const [index, res] of answers.entries()) res.end(`answer ${index}`);
  await Promise.all([done, ended]);
  expect(received()).toMatch(/answer 0HTTP[\s\S]*answer 1$/);
});

test('what does not end is cut', async () => {
  const { socket, received } = await open();
  const closed = once(socket, 'close');
  socket.on('error', () => {}).write(get);
  await answered(1);
  await connections.end(1);
  await closed;
  expect(received()).toBe('');
});
