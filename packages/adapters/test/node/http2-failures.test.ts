import { createServer } from 'node:http2';
import type { Handler } from '@location-records/core';
import { createHandler, createMemoryStore } from '@location-records/core';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createListener } from '../../src/node/index.ts';
import { listen } from '../listening.ts';
import { dialHttp2, responseOf } from './http2-client.ts';

const get = { method: 'GET', path: '/a', isEnd: true };
const internalError = 2;

function watchWarnings() {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn;
}

describe('a handler over HTTP/2 that does not keep its promise', () => {
  it.each<[string, Handler]>([
    ['rejects', () => Promise.reject(new Error('boom'))],
    ['gives nothing', async () => undefined as never],
    [
      'gives a header that cannot be sent',
      async () => ({ status: 200, headers: { 'Transfer-Encoding': 'chunked' }, body: '' }),
    ],
  ])('and %s becomes 500 and a process warning', async (_what, handle) => {
    const warn = watchWarnings();
    const client = await dialHttp2(await listen(createServer(createListener(handle))));
    expect(responseOf(await client.end(client.request(get)))).toEqual({
      status: '500',
      body: '{"error_message":"Internal server error"}',
      isWhole: true,
      reset: undefined,
    });
    const head = responseOf(await client.end(client.request({ ...get, method: 'HEAD' })));
    expect(head).toMatchObject({ status: '500', body: '', isWhole: true });
    expect(warn).toHaveBeenCalledTimes(2);
  });

  it('breaks off a body that fails with what has no text', async () => {
    async function* pieces(): AsyncGenerator<string, undefined> {
      yield 'one';
      throw Object.create(null);
    }
    const handle: Handler = async () => ({ status: 200, headers: {}, body: pieces() });
    const client = await dialHttp2(await listen(createServer(createListener(handle))));
    expect(responseOf(await client.end(client.request(get)))).toMatchObject({
      status: '200',
      isWhole: false,
      reset: internalError,
    });
  });
});

describe('a host over HTTP/2', () => {
  const listener = createListener(createHandler({ store: createMemoryStore() }));

  it('that adds a field which HTTP/2 does not have breaks its streams, and becomes a process warning', async () => {
    const warn = watchWarnings();
    const server = createServer((req, res) => {
      res.setHeader('Transfer-Encoding', 'chunked');
      listener(req, res);
    });
    const client = await dialHttp2(await listen(server));
    expect(responseOf(await client.end(client.request(get)))).toMatchObject({
      status: '',
      reset: internalError,
    });
    expect(warn).toHaveBeenCalledOnce();
  });

  it('learns of the status and the end of each response', async () => {
    const ends: unknown[] = [];
    const server = createServer((req, res) => {
      res.once('close', () => ends.push([req.method, res.statusCode, res.writableEnded]));
      listener(req, res);
    });
    const client = await dialHttp2(await listen(server));
    for (const method of ['GET', 'HEAD', 'DELETE']) await client.end(client.request({ ...get, method }));
    await expect
      .poll(() => ends)
      .toEqual([
        ['GET', 404, true],
        ['HEAD', 404, true],
        ['DELETE', 200, true],
      ]);
  });
});
