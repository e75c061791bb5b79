import { once } from 'node:events';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createHandler, createMemoryStore, type LocationStore } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createServer,
  type NodeLocationRequest,
  type RequestSummary,
  type ServerOptions,
} from '../../src/node/index.ts';
import { observeRequests } from '../../src/node/observe.ts';
import { EndlessStore } from '../endless-store.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const close = 'Host: a\r\nConnection: close\r\n\r\n';

/** A server that notes what it is told of its requests. */
async function serve(store: LocationStore = createMemoryStore(), options: ServerOptions = {}) {
  const summaries: RequestSummary[] = [];
  const onRequest = (summary: RequestSummary) => summaries.push(summary);
  const server = createServer(createHandler({ store }), { onRequest, ...options });
  const port = await listen(server);
  return { server, port, summaries };
}

/** The summary of the only request, for which these bytes are sent. */
async function summaryOf(bytes: string, options?: ServerOptions): Promise<RequestSummary> {
  const { port, summaries } = await serve(createMemoryStore(), options);
  const client = await dial(port);
  client.write(bytes);
  const received = await readToEnd(client);
  await expect.poll(() => summaries).toHaveLength(1);
  expect(summaries[0]?.bytesSent).toBe(received.length);
  return summaries[0] as RequestSummary;
}

describe('a request', () => {
  it('is reported when its response has ended', async () => {
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

  it('that the guard refuses has the explanation of the guard', async () => {
    const explanation = { clause: 'D47', reason: 'not here' };
    const guard = () => ({ ...errorResponse(421, 'Not here'), explanation });
    expect(await summaryOf(`GET /a HTTP/1.1\r\n${close}`, { guard })).toMatchObject({
      status: 421,
      explanation,
    });
  });

  it('that was invited to send its body is reported', async () => {
    const head =
      'POST /a HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 9\r\nExpect: 100-continue\r\n';
    expect(await summaryOf(`${head}${close}`)).toMatchObject({ status: 400, isAborted: false });
  });

  it.each([
    [
      'malformed',
      'nonsense\r\n\r\n',
      { method: undefined, target: undefined, errorCode: 'HPE_INVALID_METHOD' },
    ],
    [
      'with a field that is malformed',
      `GET /a HTTP/1.1\r\nA : b\r\n${close}`,
      { method: 'GET', target: '/a', errorCode: 'HPE_INVALID_HEADER_TOKEN', message: undefined },
    ],
    [
      'with a malformed body',
      'PUT /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      { method: 'PUT', target: '/a', errorCode: 'HPE_INVALID_CHUNK_SIZE', message: expect.anything() },
    ],
  ])('that is %s is reported once', async (_, bytes, expected) => {
    expect(await summaryOf(bytes)).toMatchObject({ ...expected, status: 400, isAborted: false });
  });

  it('whose client breaks the connection within its body is aborted, without a status', async () => {
    const { port, server, summaries } = await serve();
    const client = await dial(port);
    const requested = once(server, 'request');
    client.write(
      'PUT /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await requested;
    client.resetAndDestroy();
    await expect
      .poll(() => summaries)
      .toMatchObject([{ target: '/a', status: undefined, isAborted: true, bytesSent: 0 }]);
  });
});

describe('a list', () => {
  it('that the client leaves is aborted', async () => {
    const { port, summaries } = await serve(new EndlessStore());
    const client = await dial(port);
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await once(client, 'data');
    client.destroy();
    await expect.poll(() => summaries).toMatchObject([{ target: '/', status: 200, isAborted: true }]);
  });

  it('that fails half-way is aborted, and onError gets the same message', async () => {
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
});

describe('pipelined requests', () => {
  const targets = Array.from({ length: 20 }, (_, number) => `/${number}`);

  /** Sends a request for each target on one connection, and waits until the server has read them all. */
  async function pipeline() {
    const responses: ServerResponse[] = [];
    const summaries: RequestSummary[] = [];
    const observer = observeRequests((summary) => summaries.push(summary));
    const server = createHttpServer((req, res) => {
      observer.begin(req, res);
      // Read at once, so that requests are over before their turn has come.
      req.resume().once('close', () => {
        responses.push(res);
        server.emit('read');
      });
    });
    const connected = once(server, 'connection');
    const client = await dial(await listen(server));
    const [connection] = (await connected) as [Socket];
    const closed = once(connection, 'close');
    const fields = 'Host: a\r\nContent-Length: 1\r\n\r\n1';
    client.write(targets.map((target) => `POST ${target} HTTP/1.1\r\n${fields}`).join(''));
    while (responses.length < targets.length) await once(server, 'read');
    return {
      client,
      responses,
      summaries,
      async leave(): Promise<void> {
        client.destroy();
        await closed;
      },
    };
  }

  it('are reported, each once, when the client leaves before their turn', async () => {
    const warn = vi.spyOn(process, 'emitWarning');
    onTestFinished(() => warn.mockRestore());
    const { summaries, leave } = await pipeline();
    expect(summaries).toEqual([]);
    await leave();
    expect(summaries).toMatchObject(
      targets.map((target) => ({ target, status: undefined, isAborted: true })),
    );
    expect(warn).not.toHaveBeenCalled();
  });

  it('are reported, each once, when they get their responses in turn', async () => {
    const { client, responses, summaries, leave } = await pipeline();
    let text = '';
    client.on('data', (piece) => {
      text += piece;
    });
    for (const res of responses.toReversed()) res.end(res.req.url);
    await expect.poll(() => text).toMatch(/\/19$/);
    await leave();
    expect(summaries).toMatchObject(targets.map((target) => ({ target, status: 200, isAborted: false })));
  });

  it('are reported with the bytes of their own responses', async () => {
    const { port, summaries } = await serve();
    const client = await dial(port);
    client.write(`GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n${close}`);
    const received = await readToEnd(client);
    await expect.poll(() => summaries).toHaveLength(2);
    const second = received.lastIndexOf('HTTP/1.1 200');
    expect(summaries.map(({ bytesSent }) => bytesSent)).toEqual([second, received.length - second]);
  });
});

it('tells of a request that a shutdown has cut before the shutdown resolves', async () => {
  const { server, port, summaries } = await serve();
  const client = await dial(port);
  const requested = once(server, 'request');
  client.write('PUT /a HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n');
  await requested;
  await expect(server.shutdown({ timeout: 1 })).resolves.toEqual({ requestsCut: 1 });
  expect(summaries).toMatchObject([{ target: '/a', isAborted: true }]);
});
