import { once } from 'node:events';
import { createHandler, createMemoryStore, type LocationStore } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { describe, expect, it, vi } from 'vitest';
import {
  createServer,
  type NodeLocationRequest,
  type RequestSummary,
  type ServerOptions,
} from '../../src/node/index.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial, exchange, listen, readToEnd } from '../listening.ts';

const close = 'Host: a\r\nConnection: close\r\n\r\n';
const isJson = 'Content-Type: application/json\r\n';

/** A server that notes what it is told of its requests. */
async function serve(store: LocationStore = createMemoryStore(), options: ServerOptions = {}) {
  const summaries: RequestSummary[] = [];
  const onRequest = (summary: RequestSummary) => summaries.push(summary);
  const server = createServer(createHandler({ store }), { onRequest, ...options });
  return { server, port: await listen(server), summaries };
}

/** The summary of the only request, for which these bytes are sent. */
async function summaryOf(bytes: string, options?: ServerOptions): Promise<RequestSummary> {
  const { port, summaries } = await serve(createMemoryStore(), options);
  const received = await exchange(port, bytes);
  await expect.poll(() => summaries).toHaveLength(1);
  expect(summaries[0]?.bytesSent).toBe(received.length);
  return summaries[0] as RequestSummary;
}

it('onRequest is called when a response has ended', async () => {
  const before = performance.now();
  const summary = await summaryOf(`GET /a?b HTTP/1.1\r\n${close}`);
  expect(summary).toEqual({
    method: 'GET',
    target: '/a?b',
    status: 404,
    durationMs: expect.any(Number),
    bytesSent: expect.any(Number),
    isAborted: false,
    errorCode: undefined,
    explanation: { clause: 'SPEC 4.1', reason: 'the record "a" is absent' },
    remoteAddress: '127.0.0.1',
    message: expect.objectContaining({ url: '/a?b' }),
  });
  expect(summary.durationMs).toBeGreaterThan(0);
  expect(summary.durationMs).toBeLessThan(performance.now() - before);
});

it('onRequest gets the explanation of the guard for a request that it refuses', async () => {
  const explanation = { clause: 'D47', reason: 'not here' };
  const guard = () => ({ ...errorResponse(421, 'Not here'), explanation });
  expect(await summaryOf(`GET /a HTTP/1.1\r\n${close}`, { guard })).toMatchObject({
    status: 421,
    explanation,
  });
});

it('onRequest is called for a request with Expect: 100-continue', async () => {
  const head = 'POST /a HTTP/1.1\r\nContent-Length: 9\r\nExpect: 100-continue\r\n';
  expect(await summaryOf(`${head}${close}`)).toMatchObject({ status: 400, isAborted: false });
});

it('onRequest reports a client that leaves within its body as aborted, without a status', async () => {
  const { port, server, summaries } = await serve();
  const client = await dial(port);
  const requested = once(server, 'request');
  client.write(`PUT /a HTTP/1.1\r\nHost: a\r\n${isJson}Content-Length: 9\r\n\r\n{`);
  await requested;
  client.resetAndDestroy();
  await expect
    .poll(() => summaries)
    .toMatchObject([{ target: '/a', status: undefined, isAborted: true, bytesSent: 0 }]);
});

it('onRequest is called for a request that a shutdown cuts before the shutdown resolves', async () => {
  const { server, port, summaries } = await serve();
  const client = await dial(port);
  const requested = once(server, 'request');
  client.write(`PUT /a HTTP/1.1\r\nHost: a\r\n${isJson}Content-Length: 9\r\n\r\n`);
  await requested;
  await expect(server.shutdown({ timeout: 1 })).resolves.toEqual({ requestsCut: 1 });
  expect(summaries).toMatchObject([{ target: '/a', isAborted: true }]);
});

it('onRequest counts the bytes of each pipelined response separately', async () => {
  const { port, summaries } = await serve();
  const received = await exchange(port, `GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n${close}`);
  await expect.poll(() => summaries).toHaveLength(2);
  const second = received.lastIndexOf('HTTP/1.1 200');
  expect(summaries.map(({ bytesSent }) => bytesSent)).toEqual([second, received.length - second]);
});

describe('what does not reach the service', () => {
  const slow = { headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 };
  const none = { method: undefined, target: undefined, message: undefined };

  it.each<[string, string, ServerOptions, Partial<RequestSummary>]>([
    ['without a host', 'GET /a HTTP/1.1\r\n\r\n', {}, { method: 'GET', target: '/a', status: 400 }],
    [
      'that is CONNECT',
      'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
      {},
      { method: 'CONNECT', target: 'a:1', status: 405 },
    ],
    ['that is not HTTP', 'nonsense\r\n\r\n', {}, { ...none, status: 400, errorCode: 'HPE_INVALID_METHOD' }],
    [
      'with too large a head',
      `GET /a HTTP/1.1\r\nA: ${'a'.repeat(20_000)}`,
      {},
      { ...none, status: 431, errorCode: 'HPE_HEADER_OVERFLOW' },
    ],
    [
      'with a malformed body',
      `PUT /a HTTP/1.1\r\nHost: a\r\n${isJson}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
      {},
      { method: 'PUT', target: '/a', status: 400, errorCode: 'HPE_INVALID_CHUNK_SIZE' },
    ],
    [
      'whose head comes too slowly',
      'GET /a HTTP/1.1\r\nHost: a\r\n',
      slow,
      { ...none, status: 408, errorCode: 'ERR_HTTP_REQUEST_TIMEOUT' },
    ],
    [
      'whose body comes too slowly',
      `PUT /b HTTP/1.1\r\nHost: a\r\n${isJson}Content-Length: 9\r\n\r\n`,
      slow,
      { method: 'PUT', target: '/b', status: 408, errorCode: 'ERR_HTTP_REQUEST_TIMEOUT' },
    ],
  ])('onRequest is called once for a request %s', async (_, bytes, options, expected) => {
    expect(await summaryOf(bytes, options)).toMatchObject({ ...expected, isAborted: false });
  });

  it('onRequest reports malformed bytes after the requests before them', async () => {
    const { port, summaries } = await serve();
    await exchange(port, 'GET /a HTTP/1.1\r\nHost: a\r\n\r\nnonsense\r\n\r\n');
    await expect
      .poll(() => summaries)
      .toMatchObject([
        { target: '/a', status: 404 },
        { ...none, status: 400 },
      ]);
  });
});

it('onRequest reports a list that the client leaves as aborted', async () => {
  const { port, summaries } = await serve(new EndlessStore());
  const client = await dial(port);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(client, 'data');
  client.destroy();
  await expect.poll(() => summaries).toMatchObject([{ target: '/', status: 200, isAborted: true }]);
});

it('onRequest reports a list that fails half-way as aborted, with the message that onError gets', async () => {
  class BrokenStore extends EndlessStore {
    override async *list() {
      for await (const batch of super.list()) {
        yield batch;
        throw new Error('a broken disk');
      }
    }
  }
  const summaries: RequestSummary[] = [];
  const onError = vi.fn();
  const handle = createHandler({ store: new BrokenStore(), onError });
  const port = await listen(createServer(handle, { onRequest: (summary) => summaries.push(summary) }));
  const client = await dial(port);
  client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await readToEnd(client);
  await expect.poll(() => summaries).toMatchObject([{ target: '/', status: 200, isAborted: true }]);
  const [[, request]] = onError.mock.calls as [[unknown, NodeLocationRequest]];
  expect(request.message).toBe(summaries[0]?.message);
});
