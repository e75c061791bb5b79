import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer as createHttp2Server } from 'node:http2';
import { createHandler, createMemoryStore } from '@location-records/core';
import { expect, it, onTestFinished } from 'vitest';
import { createListener, type NodeMessage } from '../../src/node/index.ts';
import { listen } from '../listening.ts';

const handle = createHandler({ store: createMemoryStore() });

/** A listener that keeps what it was asked with, and what its handler was given. */
function keepMessages() {
  const asked: NodeMessage[] = [];
  const given: (NodeMessage | undefined)[] = [];
  const listener = createListener((request) => {
    given.push(request.message);
    return handle(request);
  });
  const keep = (...[req, res]: Parameters<typeof listener>) => {
    asked.push(req);
    listener(req, res);
  };
  return { asked, given, keep };
}

it('gives a handler the message of node:http', async () => {
  const { asked, given, keep } = keepMessages();
  const port = await listen(createHttpServer(keep));
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
  expect(given).toHaveLength(1);
  expect(given[0]).toBe(asked[0]);
});

it('gives a handler the message of node:http2', async () => {
  const { asked, given, keep } = keepMessages();
  const client = connect(`http://127.0.0.1:${await listen(createHttp2Server(keep))}`);
  onTestFinished(() => client.destroy());
  const [head] = await once(client.request({ ':path': '/' }), 'response');
  expect(head[':status']).toBe(200);
  expect(given).toHaveLength(1);
  expect(given[0]).toBe(asked[0]);
});
