import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';
import { dial, listen } from '../listening.ts';

const handle = createHandler({
  store: createMemoryStore([['a', { description: 'Zürich', coordinates: { latitude: 1, longitude: 2 } }]]),
});

/** What the server gives to the connection for two requests in a row: what each call of `write` gets. */
async function writesOf(server: Server): Promise<unknown[]> {
  const connected = once(server, 'connection');
  const client = await dial(await listen(server));
  const [connection] = (await connected) as [Socket];
  const write = vi.spyOn(connection, 'write');
  for (const target of ['/a', '/absent']) {
    client.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await once(client, 'data');
  }
  return write.mock.calls.map(([text]) => text);
}

it.each<[string, () => Server]>([
  ['createServer', () => createServer(handle)],
  ['createListener', () => createHttpServer(createListener(handle))],
])('head and body of a response of %s go to the connection in one write', async (_, make) => {
  expect(await writesOf(make())).toEqual([
    expect.stringMatching(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n\{"description":"Zürich"/),
    expect.stringMatching(/^HTTP\/1\.1 404 Not Found\r\n[\s\S]*\r\n\r\n\{"error_message"/),
  ]);
});

it('a response without a length goes to the connection at once, too', async () => {
  const server = createServer(async () => ({ status: 200, headers: {}, body: 'abc' }));
  const connected = once(server, 'connection');
  const client = await dial(await listen(server));
  const [connection] = (await connected) as [Socket];
  const sends = [vi.spyOn(connection, '_write'), vi.spyOn(connection as Required<Socket>, '_writev')];
  client.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
  let text = '';
  while (!text.endsWith('\r\n3\r\nabc\r\n0\r\n\r\n')) text += String((await once(client, 'data'))[0]);
  expect(sends.map(({ mock }) => mock.calls.length).sort()).toEqual([0, 1]);
});

it('an app that has replaced `end` gets the body there', async () => {
  const seen: unknown[] = [];
  const listener = createListener(handle);
  const observing: RequestListener = (req, res) => {
    const { end } = res;
    res.end = ((...args: unknown[]) => {
      seen.push(args[0]);
      return Reflect.apply(end, res, args);
    }) as typeof end;
    listener(req, res);
  };
  await writesOf(createHttpServer(observing));
  expect(seen).toEqual([
    '{"description":"Zürich","coordinates":{"latitude":1,"longitude":2}}',
    '{"error_message":"Resource not found: absent"}',
  ]);
});
