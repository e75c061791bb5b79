import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createHandler, createMemoryStore, type LocationStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { listen } from '../listening.ts';
import { dialHttp2, responseOf } from './http2-client.ts';

const internalError = 2;

async function connect(store: LocationStore) {
  const listener = createListener(createHandler({ store }), { idleTimeout: 20 });
  return dialHttp2(await listen(createServer(listener)));
}

describe('a stream of HTTP/2 on which nothing moves', () => {
  it('is reset while the client sends no more of its body', async () => {
    const client = await connect(createMemoryStore());
    const fields = [['content-type', 'application/json']] as const;
    const stream = client.request({ method: 'POST', path: '/a', fields, isEnd: false });
    client.data(stream, '{');
    expect(responseOf(await client.end(stream))).toMatchObject({ status: '', reset: internalError });
  });

  it('is reset while the client takes no more of a list, which is released', async () => {
    const store = new EndlessStore();
    const released = once(store, 'release');
    const client = await connect(store);
    const stream = client.request({ method: 'GET', path: '/', isEnd: true });
    expect(responseOf(await client.end(stream))).toMatchObject({
      status: '200',
      isWhole: false,
      reset: internalError,
    });
    await released;
  });

  it('is none of the business of other streams', async () => {
    const client = await connect(createMemoryStore());
    const fields = [['content-type', 'application/json']] as const;
    await client.end(client.request({ method: 'POST', path: '/a', fields, isEnd: false }));
    const stream = client.request({ method: 'GET', path: '/a', isEnd: true });
    expect(responseOf(await client.end(stream))).toMatchObject({ status: '404', isWhole: true });
  });
});
