import { once } from 'node:events';
import { createServer as createHttpServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
  createHandler,
  createMemoryStore,
  type Handler,
  type LocationResponse,
} from '@location-records/core';
import serverless from 'serverless-http';
import { describe, expect, it, vi } from 'vitest';
import { createListener, createServer } from '../../src/node/index.ts';
import { dial, exchange, listen, readToEnd, watchWarnings } from '../listening.ts';

const kibibyte = 1024;
const location = '{"coordinates":{"latitude":1,"longitude":2}}';
const isJson = 'Content-Type: application/json\r\n';
const close = 'Connection: close\r\n\r\n';

function newHandler() {
  return createHandler({ store: createMemoryStore() });
}

/** The head of a request up to its last fields. */
function head(line: string, ...fields: readonly string[]): string {
  return `${line} HTTP/1.1\r\nHost: localhost\r\n${fields.join('')}`;
}

function lengthOf(body: string | { readonly length: number }): string {
  return `Content-Length: ${body.length}\r\n`;
}

/** The server's end of the next connection. */
async function nextConnection(server: Server): Promise<Socket> {
  const [socket] = await once(server, 'connection');
  return socket;
}

it.each([
  ['is refused without a look at it', 'text/plain', 64 + 64],
  ['is longer than the limit', 'application/json', 16 + 64 + 64],
])('a body that never ends and %s is read within bounds', async (_why, contentType, kibibytes) => {
  const server = createHttpServer(createListener(newHandler()));
  const port = await listen(server);
  const connection = nextConnection(server);
  const client = await dial(port);
  client.write(head('POST /a', `Content-Type: ${contentType}\r\n`, 'Transfer-Encoding: chunked\r\n\r\n'));
  const response = readToEnd(client);
  const serverSide = await connection;
  const closed = new Promise((resolve) => serverSide.once('close', resolve));
  const piece = `1000\r\n${'x'.repeat(4096)}\r\n`;
  for (let sent = 0; !client.destroyed && sent < 256 * kibibyte * kibibyte; sent += piece.length) {
    if (client.write(piece)) continue;
    await new Promise((resolve) => client.once('drain', resolve).once('close', resolve));
  }
  await closed;
  // What was read for the request, 64 KiB of the rest, and one read of at most 64 KiB that was under way.
  expect(serverSide.bytesRead).toBeLessThan((kibibytes + 64) * kibibyte);
  expect(await response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('a body that stops arriving does not cut the response, and the connection is closed after it', async () => {
  const response = await exchange(
    await listen(createServer(newHandler())),
    head('POST /a', 'Content-Length: 10000000\r\n\r\n'),
  );
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[\s\S]*\r\nConnection: close\r\n/);
  expect(response).toMatch(/\{"error_message":"Content-type is wrong, it must be JSON"\}$/);
});

it('a body up to 64 KiB too long keeps its connection', async () => {
  const body = location.padEnd(40 * kibibyte);
  const post = head('POST /a', isJson, lengthOf(body), '\r\n');
  const responses = await exchange(
    await listen(createHttpServer(createListener(newHandler()))),
    post + body.slice(0, 20 * kibibyte),
    body.slice(20 * kibibyte) + head('GET /a', close),
  );
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

it('an unread body does not delay the response to HEAD', async () => {
  const client = await dial(await listen(createServer(newHandler())));
  client.write(head('HEAD /a', 'Content-Length: 10000000\r\n\r\n'));
  const [response] = await once(client, 'data');
  expect(String(response)).toMatch(/^HTTP\/1\.1 404 /);
});

it('an unneeded body offered with Expect: 100-continue is not awaited', async () => {
  const listener = createListener(newHandler());
  const server = createHttpServer(listener).on('checkContinue', listener.checkContinue);
  const offer = head('POST /a', 'Content-Length: 9\r\n', 'Expect: 100-continue\r\n\r\n');
  expect(await exchange(await listen(server), offer)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

it('a body that the app has read before gives 500 and a process warning', async () => {
  const warn = watchWarnings();
  const listener = createListener(newHandler());
  const server = createHttpServer(async (req, res) => {
    await text(req);
    listener(req, res);
  });
  const response = await exchange(
    await listen(server),
    head('POST /a', isJson, lengthOf(location), close) + location,
  );
  expect(response).toMatch(/^HTTP\/1\.1 500 /);
  const kind = expect.objectContaining({ type: 'BodyUsedError', code: 'REQUEST_BODY_USED' });
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('mount the service first'), kind);
});

it('a body with an encoding set, on a paused message, is read', async () => {
  const listener = createListener(newHandler());
  const server = createHttpServer((req, res) => {
    req.setEncoding('hex').pause();
    listener(req, res);
  });
  const sent = head('POST /a', isJson, lengthOf(location), close) + location;
  expect(await exchange(await listen(server), sent)).toMatch(/^HTTP\/1\.1 200 /);
});

describe('a client that leaves within its body', () => {
  const beginning = head('POST /a', isJson, 'Content-Length: 60\r\n\r\n') + location;

  it('a client that leaves within its body makes the handler reject, and stores nothing', async () => {
    const store = createMemoryStore();
    const handle = createHandler({ store });
    const outcomes: Promise<unknown>[] = [];
    const server = createServer((request) => {
      const response = handle(request);
      outcomes.push(response.catch(({ code }) => code));
      return response;
    });
    const arrived = once(server, 'request');
    const client = await dial(await listen(server));
    client.write(beginning);
    await arrived;
    client.destroy();
    expect(await Promise.all(outcomes)).toEqual(['REQUEST_ABORTED']);
    expect(await store.get('a')).toBeUndefined();
  });

  it('a client that leaves before the handler asks for its body is noticed', async () => {
    const handle = newHandler();
    let outcome: Promise<LocationResponse> | undefined;
    const server = createHttpServer((req, res) => {
      const left = new Promise((resolve) => req.once('close', resolve));
      createListener((request) => {
        outcome = left.then(() => handle(request));
        return outcome;
      })(req, res);
    });
    const client = await dial(await listen(server));
    const arrived = once(server, 'request');
    client.write(beginning);
    await arrived;
    client.destroy();
    await expect(outcome).rejects.toMatchObject({ code: 'REQUEST_ABORTED' });
  });
});

it('pipelined requests are served one after another', async () => {
  const events: string[] = [];
  const handle = newHandler();
  const server = createServer(async (request) => {
    events.push(`begin ${request.target}`);
    await new Promise(setImmediate);
    const response = await handle(request);
    events.push(`end ${request.target}`);
    return response;
  });
  const requests = head('GET /a', '\r\n') + head('GET /b', '\r\n') + head('GET /c', close);
  const responses = await exchange(await listen(server), requests);
  expect(responses.match(/Resource not found: \w/g)?.join()).toMatch(/a,.*b,.*c/);
  expect(events).toEqual(['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /c', 'end /c']);
});

it('requests pipelined after a response with `Connection: close` are not served', async () => {
  const handle = vi.fn(newHandler());
  const refused = 'POST /a HTTP/1.1\r\nHost: b c\r\nContent-Length: 0\r\n\r\n';
  const responses = await exchange(
    await listen(createServer(handle)),
    refused + head('DELETE /b', '\r\n') + head('DELETE /c', '\r\n'),
  );
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(handle).not.toHaveBeenCalled();
});

it('pipelined requests from a malformed one on are not served', async () => {
  const handle = newHandler();
  const methods: string[] = [];
  const server = createServer(async (request) => {
    methods.push(request.method);
    await malformed;
    return handle(request);
  });
  const malformed = once(server, 'clientError');
  const removal = head('DELETE /a', 'Transfer-Encoding: chunked\r\n\r\n');
  const responses = await exchange(await listen(server), `${head('GET /b', '\r\n')}${removal}zz\r\n`);
  expect(responses.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 400']);
  expect(methods).toEqual(['GET']);
});

describe('a message that an app has changed or made', () => {
  const post = head('POST /a', lengthOf(location));

  /** A server whose app changes each request before the listener gets it. */
  function serveChanged(change: (req: IncomingMessage, res: ServerResponse) => void): Promise<number> {
    const listener = createListener(newHandler());
    return listen(
      createHttpServer((req, res) => {
        change(req, res);
        listener(req, res);
      }),
    );
  }

  it('a content type that the app sets counts', async () => {
    const port = await serveChanged(({ headers }) => {
      headers['content-type'] = 'application/json';
    });
    const sent = `${post}Content-Type: text/plain\r\n${close}${location}`;
    expect(await exchange(port, sent)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a content type that the app deletes is missing', async () => {
    const port = await serveChanged(({ headers }) => {
      delete headers['content-type'];
    });
    expect(await exchange(port, `${post}${isJson}${close}${location}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('a repeated content type is refused although the app has added other fields', async () => {
    const port = await serveChanged(({ headers }) => {
      headers['x-request-id'] = '1';
    });
    expect(await exchange(port, `${post}${isJson}${isJson}${close}${location}`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('an empty response loses the content type that the app has set for all responses', async () => {
    const port = await serveChanged((_req, res) => {
      res.setHeader('Content-Type', 'text/html').setHeader('X-App', 'y');
    });
    const response = await exchange(port, `${post}${isJson}${close}${location}`);
    expect(response).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nX-App: y\r\n/);
    expect(response).not.toMatch(/^content-type:/im);
  });

  it('the response of an app that has responded itself is kept, and so is the connection', async () => {
    const port = await serveChanged((_req, res) => {
      res.end('by the app');
    });
    const responses = await exchange(port, head('GET /a', '\r\n') + head('GET /b', close));
    expect(responses.match(/by the app/g)).toHaveLength(2);
  });

  it('a message without a connection gets a response', async () => {
    const req = Object.assign(new IncomingMessage(null as unknown as Socket), {
      method: 'POST',
      url: '/a',
      httpVersionMajor: 1,
    });
    const res = new ServerResponse(req);
    const out = new PassThrough();
    res.assignSocket(out as unknown as Socket);
    createListener(newHandler())(req, res);
    req.push(null);
    const [response] = await once(out, 'data');
    expect(String(response)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  });

  it('a request of serverless-http, without raw header fields, is served', async () => {
    const listener = createListener(newHandler());
    // By itself it takes a function with two parameters for a handler of another kind.
    const lambda = serverless((req: IncomingMessage, res: ServerResponse) => listener(req, res));
    const ask = async (httpMethod: string, path: string, body: string | null = null) => {
      const headers = { Host: 'x', ...(body !== null && { 'Content-Type': 'application/json' }) };
      const event = { httpMethod, path, headers, body, isBase64Encoded: false, requestContext: {} };
      return (await lambda(event, {})) as { readonly statusCode: number; readonly body: string };
    };
    expect(await ask('POST', '/a', location)).toMatchObject({ statusCode: 200, body: '' });
    expect(await ask('GET', '/a')).toMatchObject({ statusCode: 200, body: location });
    expect(await ask('PUT', '/a', '{')).toMatchObject({ statusCode: 400 });
    expect(await ask('GET', '/')).toMatchObject({ statusCode: 200, body: `[["a",${location}]]` });
  });
});

it('a handler gets the message of node:http', async () => {
  const handle = newHandler();
  const given: unknown[] = [];
  const server = createServer((request) => {
    given.push(request.message);
    return handle(request);
  });
  const asked = once(server, 'request');
  await exchange(await listen(server), head('GET /', close));
  expect(given).toEqual([(await asked)[0]]);
});

it('a response with content-length in lower case is not chunked', async () => {
  const handle: Handler = async () => ({ status: 200, headers: { 'content-length': '2' }, body: 'ok' });
  const response = await exchange(await listen(createServer(handle)), head('GET /', close));
  expect(response).toMatch(/^content-length: 2\r$/m);
  expect(response).not.toMatch(/^transfer-encoding:/im);
});
