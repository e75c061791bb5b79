import { once } from 'node:events';
import { createServer } from 'node:http2';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore, type LocationResponse } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { listen } from '../listening.ts';
import { dialHttp2, type Http2Client, responseOf } from './http2-client.ts';

const kibibyte = 1024;
const json = [['content-type', 'application/json']] as const;
const text = [['content-type', 'text/plain']] as const;
const whole = '{"coordinates":{"latitude":1,"longitude":2}}';
const [noError, cancel, internalError] = [0, 8, 2];

/** A service with the record `a`, and what becomes of each of its requests. */
async function serve() {
  const store = createMemoryStore();
  const location = { coordinates: { latitude: 0, longitude: 0 } };
  await store.put('a', location);
  const handle = createHandler({ store });
  const outcomes: Promise<LocationResponse>[] = [];
  const listener = createListener((request) => {
    const response = handle(request);
    outcomes.push(response);
    return response;
  });
  const server = createServer(listener).on('checkContinue', listener.checkContinue);
  const port = await listen(server);
  const connected = once(server, 'connection') as Promise<[Socket]>;
  return { client: await dialHttp2(port), connected, server, outcomes, store, location };
}

/** The connection goes on: another stream of it gets its response. */
async function expectAlive(client: Http2Client): Promise<void> {
  const stream = client.request({ method: 'GET', path: '/a', isEnd: true });
  expect(responseOf(await client.end(stream))).toMatchObject({ status: '200', isWhole: true });
  expect(client.frames.filter(({ type }) => type === 'GOAWAY')).toEqual([]);
}

describe('an unread body over HTTP/2', () => {
  it.each([
    ['is refused without a look at it', text, 64],
    ['is longer than the limit', json, 16 + 64],
  ])(
    'and that never ends, when it %s, is read within bounds, and its stream ended',
    async (_why, fields, kibibytes) => {
      const { client, connected } = await serve();
      const stream = client.request({ method: 'POST', path: '/a', fields, isEnd: false });
      // As much as the server ever allows.
      let allowed = 64 * kibibyte;
      let sent = 0;
      const isReset = () => client.framesOf(stream).some(({ type }) => type === 'RST_STREAM');
      while (!isReset()) {
        for (; sent + 4096 < allowed; sent += 4096) client.data(stream, 'x'.repeat(4096));
        await once(client.socket, 'frame');
        const updates = client.frames.filter(
          (frame) => frame.type === 'WINDOW_UPDATE' && frame.stream === stream,
        );
        allowed = updates.reduce((sum, { payload }) => sum + payload.readUInt32BE(0), 64 * kibibyte);
      }
      expect(responseOf(client.framesOf(stream))).toMatchObject({
        status: '400',
        isWhole: true,
        reset: noError,
      });
      const [serverSide] = await connected;
      // Beside what was read of it, what the server allows to come unread (64 KiB), and what waits in the stream and in
      // the message (each up to 64 KiB, in newer versions of Node.js).
      expect(serverSide.bytesRead).toBeLessThan((kibibytes + 4 * 64) * kibibyte);
      await expectAlive(client);
    },
  );

  it('is read to its end when it is short, and its stream ends by itself', async () => {
    const { client } = await serve();
    const stream = client.request({ method: 'POST', path: '/a', fields: text, isEnd: false });
    const response = await client.end(stream);
    expect(responseOf(response)).toMatchObject({ status: '400', isWhole: true });
    client.data(stream, 'x'.repeat(1000), true);
    await expectAlive(client);
    expect(responseOf(client.framesOf(stream)).reset).toBeUndefined();
  });

  it('does not cut the response off while the client reads it slowly', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { client, store } = await serve();
    for (let number = 0; number < 100; number++) {
      const description = 'x'.repeat(1000);
      await store.put(`record-${number}`, { description, coordinates: { latitude: 0, longitude: 0 } });
    }
    // All that the client allows for the connection.
    const list = client.request({ method: 'GET', path: '/', isEnd: true });
    await client.until(list, () => responseOf(client.framesOf(list)).body.length === 65_535);
    const stream = client.request({ method: 'POST', path: '/a', fields: text, isEnd: false });
    await client.until(stream, ({ type }) => type === 'HEADERS');
    await vi.advanceTimersByTimeAsync(500);
    // A response without a body still comes, and a frame that ended the other stream would be behind it.
    await client.end(client.request({ method: 'DELETE', path: '/b', isEnd: true }));
    expect(client.framesOf(stream)).toHaveLength(1);
    client.allow(0, 1000);
    expect(responseOf(await client.until(stream, ({ type }) => type === 'RST_STREAM'))).toEqual({
      status: '400',
      body: '{"error_message":"Content-type is wrong, it must be JSON"}',
      isWhole: true,
      reset: noError,
    });
  });

  it('may come behind the response to DELETE', async () => {
    const { client } = await serve();
    const stream = client.request({ method: 'DELETE', path: '/b', isEnd: false });
    client.data(stream, 'x'.repeat(1000), true);
    expect(responseOf(await client.end(stream))).toEqual({
      status: '200',
      body: '',
      isWhole: true,
      reset: undefined,
    });
  });
});

describe('a client of HTTP/2 that announces a body and waits', () => {
  const expecting = [['expect', '100-continue']] as const;

  it('is not invited to send one that will be refused', async () => {
    const { client } = await serve();
    const fields = [...text, ...expecting];
    const stream = client.request({ method: 'POST', path: '/a', fields, isEnd: false });
    expect(responseOf(await client.end(stream))).toMatchObject({ status: '400', isWhole: true });
  });

  it('is invited to send one that will be read', async () => {
    const { client, store } = await serve();
    const fields = [...json, ...expecting];
    const stream = client.request({ method: 'POST', path: '/a', fields, isEnd: false });
    await client.until(stream, ({ type }) => type === 'HEADERS');
    client.data(stream, whole, true);
    // The status 100 is not a single byte.
    expect(responseOf(await client.end(stream))).toMatchObject({ status: ' 200', isWhole: true });
    expect(await store.get('a')).toEqual(JSON.parse(whole));
  });
});

describe('a client of HTTP/2 that goes away while it sends its body', () => {
  it.each([
    ['resets the stream', internalError],
    ['cancels the stream', cancel],
    ['ends the stream without an error', noError],
  ])('and %s has changed nothing', async (_how, code) => {
    const { client, server, outcomes, store, location } = await serve();
    for (const method of ['PUT', 'POST']) {
      const stream = client.request({ method, path: '/a', fields: json, isEnd: false });
      // The JSON is whole: a server that took the end of the stream for the end of the body would write it.
      client.data(stream, whole);
      await once(server, 'request');
      client.reset(stream, code);
      await expectAlive(client);
      await expect(outcomes.shift()).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
      outcomes.length = 0;
    }
    expect(await store.get('a')).toEqual(location);
  });

  it('and closes the connection has changed nothing', async () => {
    const { client, server, outcomes, store, location } = await serve();
    const stream = client.request({ method: 'PUT', path: '/a', fields: json, isEnd: false });
    client.data(stream, whole);
    await once(server, 'request');
    client.socket.destroy();
    await expect(outcomes[0]).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
    expect(await store.get('a')).toEqual(location);
  });
});

it('refuses a Content-Type that comes twice over HTTP/2', async () => {
  const { client } = await serve();
  const stream = client.request({ method: 'POST', path: '/a', fields: [...json, ...json], isEnd: false });
  client.data(stream, whole, true);
  expect(responseOf(await client.end(stream))).toMatchObject({
    status: '400',
    body: '{"error_message":"Content-type is wrong, it must be JSON"}',
  });
});
