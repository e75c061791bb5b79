import { once } from 'node:events';
import { createServer, type Http2ServerRequest } from 'node:http2';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { listen } from '../listening.ts';
import { dialHttp2, type Frame, responseOf } from './http2-client.ts';

const get = { method: 'GET', path: '/', isEnd: true };
const [noError, cancel] = [0, 8];
const large = 2 ** 30;
const isHead = ({ type }: Frame) => type === 'HEADERS';

/** A client that has read as much of a list of some 300 KB as it allows for the connection: other responses have to wait. */
async function stall() {
  const store = createMemoryStore();
  const description = 'x'.repeat(1000);
  for (let number = 0; number < 300; number++) {
    await store.put(`record-${number}`, { description, coordinates: { latitude: 0, longitude: 0 } });
  }
  const server = createServer(createListener(createHandler({ store })));
  const client = await dialHttp2(await listen(server));
  const list = client.request(get);
  await client.until(list, () => responseOf(client.framesOf(list)).body.length === 65_535);
  return { client, list, server };
}

describe.each([
  ['cancels', cancel],
  ['ends without an error', noError],
])('a client of HTTP/2 that %s', (_how, code) => {
  it('one list after another is sent to another connection before its streams are refused', async () => {
    const { client, list } = await stall();
    const endings = () => client.frames.filter(({ type }) => type === 'GOAWAY' || type === 'RST_STREAM');
    while (endings().length === 0) {
      const stream = client.request(get);
      while (endings().length === 0 && !client.framesOf(stream).some(isHead)) {
        await once(client.socket, 'frame');
      }
      client.reset(stream, code);
    }
    const codes = endings().map(({ type, payload }) => [type, payload.readUInt32BE(payload.length - 4)]);
    expect(codes).toEqual([['GOAWAY', noError]]);
    const closed = once(client.socket, 'close');
    for (const window of [0, list]) client.allow(window, large);
    expect(responseOf(await client.end(list))).toMatchObject({ status: '200', isWhole: true });
    await closed;
  });

  it('a response that waits to be sent leaves nothing behind', async () => {
    const { client, server } = await stall();
    const arrived = once(server, 'request') as Promise<[Http2ServerRequest]>;
    const stream = client.request({ ...get, path: '/record-1' });
    const [{ stream: serverSide }] = await arrived;
    const closed = once(serverSide, 'close');
    await client.until(stream, isHead);
    client.reset(stream, code);
    await closed;
    expect(serverSide.writableFinished).toBe(false);
  });
});
