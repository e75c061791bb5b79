import { once } from 'node:events';
import { createHandler, createMemoryStore } from '@location-records/core';
import { errorResponse } from '@location-records/core/adapter-kit';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServer, type Guard, type RequestSummary, type ServerOptions } from '../../src/node/index.ts';
import { dial, listen, readToEnd } from '../listening.ts';

const wrongHost: Guard = (_, host) => (host === 'wrong' ? errorResponse(421, 'Not here') : undefined);

/** A server that notes its requests, each as one line. */
async function serve(options: ServerOptions = {}) {
  const told: string[] = [];
  const handle = createHandler({ store: createMemoryStore() });
  const onRequest = ({ status, errorCode, message, method, target }: RequestSummary) => {
    told.push([status, errorCode, message ? 'request' : 'head', method, target].join(' '));
  };
  const port = await listen(createServer(handle, { guard: wrongHost, onRequest, ...options }));
  return {
    told,
    async send(...pieces: readonly string[]): Promise<string> {
      const socket = await dial(port);
      for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
      return readToEnd(socket);
    },
  };
}

it.each([
  ['GET /a HTTP/1.1\r\nHost: wrong\r\n\r\n', ['421  request GET /a']],
  [
    'POST /a HTTP/1.1\r\nHost: wrong\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n',
    ['421  request POST /a'],
  ],
  ['CONNECT a:1 HTTP/1.1\r\nHost: wrong\r\n\r\n', ['421  request CONNECT a:1']],
  ['ODD /a HTTP/1.1\r\nA: b\r\nHost:\twrong \r\n\r\n', ['421 HPE_INVALID_METHOD head ODD /a']],
  ['ODD /a HTTP/1.1\nHost: wrong\n\n', ['421 HPE_INVALID_METHOD head ODD /a']],
  // A search that goes back over the blanks would take minutes.
  [
    `ODD /a HTTP/1.1\r\nA: b${' '.repeat(30_000)}c\r\nHost: wrong\r\n\r\n`,
    ['421 HPE_INVALID_METHOD head ODD /a'],
  ],
])('the guard comes before the service: %j', async (bytes, told) => {
  const server = await serve();
  const response = await server.send(bytes);
  expect(response).toMatch(/^HTTP\/1\.1 421 Misdirected Request\r\n/);
  expect(response).toMatch(/\r\nConnection: close\r\n/);
  expect(response.endsWith('\r\n\r\n{"error_message":"Not here"}')).toBe(true);
  await expect.poll(() => server.told).toEqual(told);
});

it.each([
  ['GET /a HTTP/1.1\r\n\r\n', 400, ['400  request GET /a']],
  ['GET /a HTTP/1.1\r\nHost: right\r\nConnection: close\r\n\r\n', 404, ['404  request GET /a']],
  ['CONNECT a:1 HTTP/1.1\r\nHost: right\r\n\r\n', 405, ['405  request CONNECT a:1']],
  ['ODD /a HTTP/1.1\r\nHost: right\r\n\r\nHost: wrong\r\n', 405, ['405 HPE_INVALID_METHOD head ODD /a']],
  ['ODD /a HTTP/1.1\r\nHost: wro', 405, ['405 HPE_INVALID_METHOD head ODD /a']],
  ['nonsense\r\n\r\n', 400, ['400 HPE_INVALID_METHOD head  ']],
  ['GET /a\u0080?b HTTP/1.1\r\nHost: right\r\n\r\n', 400, ['400 HPE_INVALID_URL head GET /a\u00c2\u0080?b']],
  ['GET /a HTTP/9.9\r\nHost: right\r\n\r\n', 400, ['400 HPE_INVALID_VERSION head GET /a']],
  ['GET /a HTTP/1.1\r\nHost: right\r\nA : b\r\n\r\n', 400, ['400 HPE_INVALID_HEADER_TOKEN head GET /a']],
  [
    'GET /a HTTP/1.1\r\nHost: right\r\nContent-Length: x y HTTP/1.1\r\n\r\n',
    400,
    ['400 HPE_INVALID_CONTENT_LENGTH head GET /a'],
  ],
  [`GET /a HTTP/1.1\r\nA: ${'a'.repeat(20_000)}`, 431, ['431 HPE_HEADER_OVERFLOW head GET /a']],
  [
    'POST /a HTTP/1.1\r\nHost: right\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    ['400 HPE_INVALID_CHUNK_SIZE request POST /a'],
  ],
])('a response below the service is observed: %j', async (bytes, status, told) => {
  const server = await serve();
  expect(await server.send(bytes)).toMatch(`HTTP/1.1 ${status} `);
  await expect.poll(() => server.told).toEqual(told);
});

it('what comes behind a request that was understood has no request line of its own', async () => {
  const server = await serve();
  const response = await server.send('GET /a HTTP/1.1\r\nHost: right\r\n\r\nnonsense\r\n\r\n');
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400']);
  await expect.poll(() => server.told).toEqual(['404  request GET /a', '400 HPE_INVALID_METHOD head  ']);
});

it('a client that is too slow is observed, with the request of which the head has come', async () => {
  const server = await serve({ headersTimeout: 20, requestTimeout: 20, connectionsCheckingInterval: 5 });
  await server.send('GET /a HTTP/1.1\r\nHost: right\r\n');
  await server.send(
    'PUT /b HTTP/1.1\r\nHost: right\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n',
  );
  await expect
    .poll(() => server.told)
    .toEqual(['408 ERR_HTTP_REQUEST_TIMEOUT head  ', '408 ERR_HTTP_REQUEST_TIMEOUT request PUT /b']);
});

function throwing(): never {
  throw new Error('a mistake');
}

describe.each(['GET / HTTP/1.1', 'CONNECT a:1 HTTP/1.1', 'ODD / HTTP/1.1'])('a guard of %s', (line) => {
  const refusal = errorResponse(421, 'Not here');

  it.each<[string, () => unknown, string]>([
    ['throws', throwing, 'a mistake'],
    ['gives a field that cannot be sent', () => ({ ...refusal, headers: { A: '日' } }), 'Invalid character'],
    ['gives a field of two lines', () => ({ ...refusal, headers: { A: 'b\r\nC: d' } }), 'Invalid character'],
    ['announces trailers', () => ({ ...refusal, headers: { Trailer: 'A' } }), 'no trailers'],
    ['gives a status that is not final', () => ({ ...refusal, status: 42 }), 'not 42'],
    ['gives a status of four digits', () => ({ ...refusal, status: 1000 }), 'the status 1000'],
    ['gives no body', () => ({ ...refusal, body: undefined }), 'must be a string'],
    ['is async', async () => refusal, 'cannot be async'],
    ['is async, and rejects', async () => Promise.reject(new Error('boom')), 'cannot be async'],
  ])('that %s becomes 500 and a process warning', async (_what, guard, message) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const server = await serve({ guard: guard as Guard });
    const response = await server.send(`${line}\r\nHost: right\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n[\s\S]*"Internal server error"\}$/);
    expect(warn).toHaveBeenCalledOnce();
    expect(warn.mock.lastCall?.[0]).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('may give a response without content', async () => {
    const server = await serve({ guard: () => ({ ...refusal, status: 204 }) });
    const response = await server.send(`${line}\r\nHost: right\r\n\r\n`);
    expect(response).toMatch(/^HTTP\/1\.1 204 No Content\r\n[\s\S]*\r\n\r\n$/);
    expect(response).not.toMatch(/^content-length:/im);
  });
});
