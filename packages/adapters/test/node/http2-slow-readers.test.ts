import { createServer } from 'node:http2';
import { createHandler } from '@location-records/core';
import { expect, it, vi } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { readSendQueues } from '../../src/node/send-queues.ts';
import { EndlessStore } from '../endless-store.ts';
import { listen } from '../listening.ts';
import { dialHttp2, responseOf } from './http2-client.ts';

vi.mock('../../src/node/send-queues.ts', () => ({ readSendQueues: vi.fn() }));

const idleTimeout = 100;
const moves = 12;

it('over HTTP/2 a list goes on while the kernel says that the client reads it, and so does its session', async () => {
  let left = moves;
  vi.mocked(readSendQueues).mockImplementation(async (connections) => {
    if (left > 0) left--;
    return new Map(Array.from(connections, (connection) => [connection, String(left)]));
  });
  const server = createServer(createListener(createHandler({ store: new EndlessStore() }), { idleTimeout }));
  // As `server.setTimeout` does, but not before there is a stream.
  server.once('stream', ({ session }) => session?.setTimeout(idleTimeout, () => session.destroy()));
  const client = await dialHttp2(await listen(server));
  const stream = client.request({ method: 'GET', path: '/', isEnd: true });
  // It is the stream that ends, and not the session, and only after the kernel has said the same five times.
  expect(responseOf(await client.end(stream))).toMatchObject({ status: '200', reset: 2 });
  expect(left).toBe(0);
});
