import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { PassThrough } from 'node:stream';
import { createHandler, createMemoryStore } from '@location-records/core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';
import { readBody } from '../../src/node/read-body.ts';
import { drain } from '../../src/node/unread-body.ts';
import { dial, listen, readToEnd } from '../listening.ts';

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
  const client = await dial(await listen(createServer(createHandler({ store: createMemoryStore() }))));
  client.write('HEAD /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
  const [response] = await once(client, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
});

it('sends a refusal and its end without waiting for a long body, and closes the connection after half a second', async () => {
  const handle = createHandler({ store: createMemoryStore() });
  // Without a length, the client learns the end of the response from its last chunk.
  const listener = createListener(async (request) => ({ ...(await handle(request)), headers: {} }));
  const client = await dial(await listen(createHttpServer(listener)));
  client.write('POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
  let received = '';
  while (!received.endsWith('\r\n0\r\n\r\n')) received += (await once(client, 'data'))[0];
  expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n/);
  const rest = readToEnd(client);
  await vi.advanceTimersByTimeAsync(499);
  expect(client.readableEnded).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await rest).toBe('');
});

it('waits for a middleware that is slower with the response than the client may be with the body', async () => {
  const listener = createListener(createHandler({ store: createMemoryStore() }));
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
