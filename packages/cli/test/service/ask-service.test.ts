import { setMaxListeners } from 'node:events';
import type { RequestListener } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { askService, describeProblem, type Service } from '../../src/service/ask-service.ts';
import { readText } from '../../src/service/responses.ts';
import { withSecureServer } from '../secure-server.ts';
import { type RunningServer, startServer } from './serve-records.ts';

const running: RunningServer[] = [];
afterEach(async () => {
  for (const { close } of running.splice(0)) await close();
});

async function serviceOver(listener: RequestListener): Promise<Service> {
  const server = await startServer(listener);
  running.push(server);
  return { url: server.url, timeout: 60_000 };
}

/** The text of the response of a service. */
async function ask(service: Service): Promise<string> {
  return (await askService(service, { path: '/a', accept: 'application/json' }, readText)).text;
}

/** Sends one response on each connection, and closes it without another when the next request comes. */
function closingBehindTheFirst(seen: string[]): RequestListener {
  const used = new WeakSet<object>();
  return ({ socket, headers }, response) => {
    seen.push(`${used.has(socket) ? 'used' : 'new'}, ${headers.connection}`);
    if (used.has(socket)) socket.destroy();
    else response.end('whole');
    used.add(socket);
  };
}

test('a request on a kept connection that the service closes is repeated on a new one', async () => {
  const seen: string[] = [];
  const service = await serviceOver(closingBehindTheFirst(seen));
  expect(await ask(service)).toBe('whole');
  expect(await ask(service)).toBe('whole');
  expect(seen).toEqual(['new, keep-alive', 'used, keep-alive', 'new, close']);
});

test('many requests on kept connections that the service closes are each repeated once', async () => {
  const seen: string[] = [];
  const service = await serviceOver(closingBehindTheFirst(seen));
  const round = () => Promise.all(Array.from({ length: 64 }, () => ask(service)));
  await round();
  expect(new Set(await round())).toEqual(new Set(['whole']));
  expect(seen).toHaveLength(3 * 64);
});

test('a request on a new connection is not repeated', async () => {
  let requests = 0;
  const service = await serviceOver(({ socket }) => {
    requests++;
    socket.destroy();
  });
  await expect(ask(service)).rejects.toThrow(
    `The service at ${service.url} cannot be asked: it closed the connection without a response; check the port`,
  );
  expect(requests).toBe(1);
});

test('a response that is cut off is not asked for again', async () => {
  let requests = 0;
  const service = await serviceOver((_, response) => {
    if (++requests === 1) response.end('whole');
    else response.writeHead(200, { 'content-length': 10 }).write('half', () => response.destroy());
  });
  await ask(service);
  await expect(ask(service)).rejects.toThrow('cannot be asked: it closed the connection.');
  expect(requests).toBe(2);
});

test('a signal ends a request, also one that waits for a connection', async () => {
  const service = await serviceOver(() => {});
  const stop = new AbortController();
  const { signal } = stop;
  setMaxListeners(65, signal);
  const request = { path: '/a', accept: 'application/json', signal };
  const outcomes = Promise.allSettled(
    Array.from({ length: 65 }, () => askService(service, request, readText)),
  );
  const reason = new Error('stopped');
  setImmediate(() => stop.abort(reason));
  for (const outcome of await outcomes) expect(outcome).toEqual({ status: 'rejected', reason });
  await expect(askService(service, request, readText)).rejects.toBe(reason);
});

test('an untrusted certificate is refused, and so is the wrong scheme', async () => {
  await withSecureServer(async (url) => {
    await expect(ask({ url, timeout: 60_000 })).rejects.toThrow(
      /its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS \(self-signed/,
    );
    await expect(ask({ url: url.replace('https:', 'http:'), timeout: 60_000 })).rejects.toThrow(
      'it closed the connection without a response; check the port, and whether it wants https:// or http://',
    );
  });
  const { url, timeout } = await serviceOver((_, response) => response.end());
  await expect(ask({ url: url.replace('http:', 'https:'), timeout })).rejects.toThrow(
    'it does not speak TLS; write http:// instead of https://.',
  );
});

test('the query of a request comes behind the path of the base URL', async () => {
  const { url, timeout } = await serviceOver(({ url }, response) => response.end(url));
  const request = { path: '/-/records?bbox=1%2C2', accept: '*/*' };
  const { text } = await askService({ url: `${url}/v1`, timeout }, request, readText);
  expect(text).toBe('/v1/-/records?bbox=1%2C2');
});

const wrongVersion =
  'write EPROTO 807CAA52167F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../deps/x.c:350:\n';

test.each([
  [
    'ENOTFOUND',
    'getaddrinfo ENOTFOUND h',
    'there is no such host; correct the URL (getaddrinfo ENOTFOUND h)',
  ],
  [
    'HPE_INVALID_CONSTANT',
    'Parse Error: Expected HTTP/',
    'it does not respond with HTTP; correct the port, or write https:// instead of http:// (Parse Error: Expected HTTP/)',
  ],
  ['EPROTO', wrongVersion, 'it does not speak TLS; write http:// instead of https://'],
  ['ECONNRESET', 'aborted', 'it closed the connection'],
  ['EPIPE', 'write EPIPE', 'it closed the connection'],
  [
    'ECONNRESET',
    'socket hang up',
    'it closed the connection without a response; check the port, and whether it wants https:// or http://',
  ],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'unable to verify',
    'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS (unable to verify)',
  ],
  ['EOTHER', 'something else', 'something else'],
])('a connection that fails with %s, %s is described', (code, message, expected) => {
  expect(describeProblem(Object.assign(new Error(message), { code }))).toBe(expected);
});

test('a connection that fails at each address of a host is described by the code of the first', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
  const errors = [refused('::1:1'), refused('127.0.0.1:1')];
  const error = Object.assign(new AggregateError(errors), { code: 'ECONNREFUSED' });
  expect(describeProblem(error)).toBe(
    'nothing listens there; start the service, or correct the URL (connect ECONNREFUSED ::1:1, connect ECONNREFUSED 127.0.0.1:1)',
  );
});
