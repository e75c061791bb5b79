import { once } from 'node:events';
import { createServer } from 'node:http2';
import { createFaultyStore } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { listen } from '../listening.ts';
import { dialHttp2, type Frame, responseOf } from './http2-client.ts';

const list = { method: 'GET', path: '/', isEnd: true };
const noRecord = { method: 'GET', path: '/a', isEnd: true };
const [noError, internalError, cancel] = [0, 2, 8];
const large = 2 ** 30;
const isData = ({ type }: Frame) => type === 'DATA';

async function serveEndless() {
  const store = new EndlessStore();
  const client = await dialHttp2(await listen(createServer(createListener(createHandler({ store })))));
  return { store, client };
}

describe('a list over HTTP/2', () => {
  it('is not read from the store any further when the client does not read it, and holds up no other stream', async () => {
    const { store, client } = await serveEndless();
    // The connection as a whole lets more through, as it would for a client with other streams.
    client.allow(0, large);
    await client.until(client.request(list), isData);
    const takenPerResponse: number[] = [];
    while (takenPerResponse.at(-1) !== 0 || takenPerResponse.at(-2) !== 0) {
      const before = store.batches;
      await client.end(client.request(noRecord));
      takenPerResponse.push(store.batches - before);
      expect(store.batches).toBeLessThan(1000);
    }
  });

  it.each([
    ['cancels it', cancel],
    ['ends it without an error', noError],
  ])('is released in the store when the client %s', async (_how, code) => {
    const { store, client } = await serveEndless();
    const stream = client.request(list);
    await client.until(stream, isData);
    const released = once(store, 'release');
    client.reset(stream, code);
    await released;
    client.allow(0, large);
    expect(responseOf(await client.end(client.request(noRecord))).status).toBe('404');
  });

  it('is released in the store when the client ends it while it still sends a body', async () => {
    const { store, client } = await serveEndless();
    const stream = client.request({ ...list, isEnd: false });
    client.data(stream, 'x'.repeat(60_000));
    await client.until(stream, isData);
    const released = once(store, 'release');
    client.reset(stream, noError);
    await released;
  });

  it('is released in the store when the client goes away', async () => {
    const { store, client } = await serveEndless();
    await client.until(client.request(list), isData);
    const released = once(store, 'release');
    client.socket.destroy();
    await released;
  });

  it('is released in the store when the client has left before it begins', async () => {
    const store = new EndlessStore();
    const handle = createHandler({ store });
    let left = Promise.resolve();
    const server = createServer((req, res) => {
      left = new Promise((resolve) => req.once('close', resolve));
      createListener(async (request) => {
        const response = await handle(request);
        await left;
        return response;
      })(req, res);
    });
    const client = await dialHttp2(await listen(server));
    const [arrived, released] = [once(server, 'request'), once(store, 'release')];
    const stream = client.request(list);
    await arrived;
    client.reset(stream, cancel);
    await released;
  });

  it('is released in the store when only its head was asked for', async () => {
    const { store, client } = await serveEndless();
    const released = once(store, 'release');
    const stream = client.request({ ...list, method: 'HEAD' });
    expect(responseOf(await client.end(stream))).toEqual({
      status: '200',
      body: '',
      isWhole: true,
      reset: undefined,
    });
    await released;
  });

  it('arrives as a whole when the client is still sending a large body, which ends then', async () => {
    const store = createMemoryStore();
    const description = 'x'.repeat(1000);
    for (let number = 0; number < 1000; number++) {
      await store.put(`record-${number}`, { description, coordinates: { latitude: 1, longitude: 2 } });
    }
    const client = await dialHttp2(await listen(createServer(createListener(createHandler({ store })))));
    const stream = client.request({ ...list, isEnd: false });
    client.data(stream, 'x'.repeat(60_000));
    await client.until(stream, isData);
    for (const window of [0, stream]) client.allow(window, large);
    const response = responseOf(await client.until(stream, ({ type }) => type === 'RST_STREAM'));
    expect(response).toMatchObject({ status: '200', isWhole: true, reset: noError });
    expect(JSON.parse(response.body)).toHaveLength(1000);
  });

  it('that fails half-way breaks its stream off without an end, and no other', async () => {
    const { store, faults } = createFaultyStore(createMemoryStore());
    await faults.failList(4, new Error('boom'));
    const client = await dialHttp2(await listen(createServer(createListener(createHandler({ store })))));
    const stream = client.request(list);
    for (const window of [0, stream]) client.allow(window, large);
    const response = responseOf(await client.end(stream));
    expect(response).toMatchObject({ status: '200', isWhole: false, reset: internalError });
    expect(response.body.length).toBeGreaterThan(0);
    expect(responseOf(await client.end(client.request(noRecord)))).toMatchObject({
      status: '404',
      isWhole: true,
    });
    expect(client.frames.filter(({ type }) => type === 'GOAWAY')).toEqual([]);
  });
});
