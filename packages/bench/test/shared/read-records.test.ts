import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readList } from '../../src/shared/read-records.ts';

const sockets = new Set<unknown>();
const server = createServer(({ socket, url }, res) => {
  sockets.add(socket);
  res.writeHead(url === '/records/' ? 200 : 404).write('[');
  res.end(']');
});
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.close();
  server.closeAllConnections();
});

test('a list is read from its path, over the connection of an agent', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let firsts = 0;
  const reading = { path: '/records/', agent, onFirst: () => firsts++ };
  const lists = [await readList(port, reading), await readList(port, reading)];
  agent.destroy();
  expect(lists.map(String)).toEqual(['[]', '[]']);
  expect([sockets.size, firsts]).toEqual([1, 2]);
});

test('another status than 200 is an error', async () => {
  await expect(readList(port)).rejects.toThrow('The response to GET / was 404.');
});
