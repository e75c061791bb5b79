import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createHandler, createMemoryStore } from '@location-records/core';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createServer } from '../../src/node/index.ts';
import { readBody } from '../../src/node/read-body.ts';
import { drain } from '../../src/node/unread-body.ts';
import { dial, listen } from '../listening.ts';

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

it('takes no more of a body than is wanted', async () => {
  const message = new PassThrough();
  const source = { message, bytesRead: 0 };
  message.write('12345');
  expect(String(await readBody(source, 3))).toBe('123');
  expect(message.isPaused()).toBe(true);
});
