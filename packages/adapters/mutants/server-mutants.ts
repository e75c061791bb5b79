import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  createListener,
  createServer,
  type Guard,
  type WholeResponse,
} from '@location-records/adapters/node';
import type { Handler, LocationResponse } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import { naiveServer, readToTheEnd } from './naive-server.ts';
import type { ServerMutant } from './server-mutant.ts';

/** The server, after something was done to each request and response of node:http. */
function tamperingWith(tamper: (req: IncomingMessage, res: ServerResponse) => void): ServerMutant['create'] {
  return (handle) => createServer(handle).prependListener('request', tamper);
}

/** The server over a handler whose answers are changed. */
function changingAnswers(change: (response: LocationResponse) => LocationResponse): ServerMutant['create'] {
  return (handle: Handler) => createServer(async (request) => change(await handle(request)));
}

function dropHeader(res: ServerResponse, name: string): void {
  const writeHead = res.writeHead.bind(res);
  res.writeHead = (status: number, headers: unknown) => {
    const { [name]: _, ...others } = headers as Record<string, string>;
    return writeHead(status, others);
  };
}

/** Servers that each break one rule. */
export const serverMutants: readonly ServerMutant[] = [
  {
    id: 'first-content-type',
    breaks: 'looks at the first of repeated content types, as node:http does',
    killedBy: 'content-type-refused-repeated',
    create: tamperingWith((req) => {
      req.rawHeaders = Object.entries(req.headers).flatMap(([name, value]) => [name, String(value)]);
    }),
  },
  {
    id: 'head-without-length',
    breaks: 'drops the length of HEAD',
    killedBy: 'method-head-record-length',
    create: tamperingWith((req, res) => {
      if (req.method === 'HEAD') dropHeader(res, 'Content-Length');
    }),
  },
  {
    id: 'write-without-length',
    breaks: 'answers a write in chunks',
    killedBy: 'response-write-length',
    create: tamperingWith((req, res) => {
      if (req.method === 'DELETE') dropHeader(res, 'Content-Length');
    }),
  },
  {
    id: 'record-without-length',
    breaks: 'answers a record in chunks',
    killedBy: 'response-json-length',
    create: tamperingWith((req, res) => {
      if (req.method === 'GET') dropHeader(res, 'Content-Length');
    }),
  },
  {
    id: 'allow-dropped',
    breaks: 'drops a header that it does not know',
    killedBy: 'response-405-allow',
    create: tamperingWith((_, res) => dropHeader(res, 'Allow')),
  },
  {
    id: 'list-ended-normally',
    breaks: 'ends a list that fails half-way as if it were whole',
    killedBy: 'failure-list-broken-off',
    create: tamperingWith((_, res) => {
      res.destroy = () => res.end();
    }),
  },
  {
    id: 'connection-always-closed',
    breaks: 'closes the connection after every answer',
    killedBy: 'connection-kept',
    create: tamperingWith((_, res) => {
      res.shouldKeepAlive = false;
    }),
  },
  {
    id: 'closed-after-errors',
    breaks: 'closes the connection after every error',
    killedBy: 'connection-kept-after-errors',
    create: changingAnswers((response) =>
      response.status < 400
        ? response
        : { ...response, headers: { ...response.headers, Connection: 'close' } },
    ),
  },
  {
    id: 'every-body-invited',
    breaks: 'invites every body that is offered',
    killedBy: 'expect-uninvited-content-type',
    create: (handle) => createHttpServer(createListener(handle)),
  },
  {
    id: 'unread-body-swallowed',
    breaks: 'swallows a body that nobody reads, however long',
    killedBy: 'unread-content-type-large',
    create: (handle) => naiveServer(handle, (req) => readToTheEnd(req)),
  },
  {
    id: 'aborted-body-written',
    breaks: 'takes what came before the client went away for the body',
    killedBy: 'unread-aborted-post-length-destroy',
    create: (handle) =>
      naiveServer(handle, (req) => {
        const chunks: Buffer[] = [];
        req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
        return new Promise((resolve) => req.on('close', () => resolve(Buffer.concat(chunks))));
      }),
  },
  {
    id: 'first-chunk-only',
    breaks: 'takes the first chunk of a body for the whole',
    killedBy: 'connection-chunks',
    create: (handle) =>
      naiveServer(handle, async (req) => {
        const [chunk = Buffer.alloc(0)] = await Promise.race([once(req, 'data'), once(req, 'end')]);
        return chunk as Buffer;
      }),
  },
  {
    id: 'chunks-decoded-one-by-one',
    breaks: 'decodes each chunk of a body by itself',
    killedBy: 'connection-chunks',
    create: (handle) =>
      naiveServer(handle, async (req) => {
        let text = '';
        for await (const chunk of req) text += String(chunk);
        return Buffer.from(text);
      }),
  },
  {
    id: 'any-host',
    breaks: 'serves requests without a host',
    killedBy: 'server-host-missing',
    create: (handle) => {
      const listener = createListener(handle);
      return createHttpServer({ requireHostHeader: false }, listener).on(
        'checkContinue',
        listener.checkContinue,
      );
    },
  },
  {
    id: 'malformed-answered-by-node',
    breaks: 'leaves malformed HTTP to node:http',
    killedBy: 'server-no-http',
    create: (handle) => createServer(handle).removeAllListeners('clientError'),
  },
  {
    id: 'malformed-unanswered',
    breaks: 'closes the connection on malformed HTTP without a word',
    killedBy: 'server-overflow-field',
    create: (handle) =>
      createServer(handle)
        .removeAllListeners('clientError')
        .on('clientError', (_, socket) => socket.destroy()),
  },
  {
    id: 'connect-at-once',
    breaks: 'refuses CONNECT before the requests in front of it have their answers',
    killedBy: 'server-connect-behind',
    create: (handle) =>
      createServer(handle).prependListener('connect', (_, socket) => {
        socket.end('HTTP/1.1 405 Method Not Allowed\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }),
  },
  {
    id: 'unknown-method-malformed',
    breaks: 'takes a method that it does not know for malformed HTTP',
    killedBy: 'method-unknown',
    create: (handle) =>
      createServer(handle).prependListener('clientError', (error: object) => {
        Reflect.deleteProperty(error, 'rawPacket');
      }),
  },
  {
    id: 'unknown-method-anywhere',
    breaks: 'refuses a method that it does not know without a look at the route',
    killedBy: 'server-method-unknown-route',
    create: (handle) =>
      createServer((request) =>
        handle(request.method === 'FROBNICATE' ? deriveRequest(request, { target: '/' }) : request),
      ),
  },
  {
    id: 'second-answer',
    breaks: 'answers a malformed body behind the answer to its request',
    killedBy: 'server-one-answer',
    create: (handle) =>
      createServer(handle).prependListener('clientError', (_, socket) => {
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }),
  },
  {
    id: 'connect-unanswered',
    breaks: 'leaves CONNECT to node:http',
    killedBy: 'server-connect',
    create: (handle) => createServer(handle).removeAllListeners('connect'),
  },
  {
    id: 'expectation-refused',
    breaks: 'answers 417 to an expectation that it does not know',
    killedBy: 'server-expectation-unknown',
    create: (handle) => createServer(handle).removeAllListeners('checkExpectation'),
  },
  {
    id: 'loopback-misdirected',
    breaks: 'refuses an IPv6 address as a foreign name',
    killedBy: 'server-host-valid',
    create: (handle) =>
      createServer(handle, {
        guard: (_, host) => (host?.startsWith('[') ? errorResponse(421, 'Not here') : undefined),
      }),
  },
  {
    id: 'misdirected-in-plain-text',
    breaks: 'refuses a foreign name without an Error object',
    killedBy: 'server-host-valid',
    create: (handle) =>
      createServer(handle, { guard: (_, host) => (isForeign(host) ? plainText(421) : undefined) }),
  },
  {
    id: 'misdirected-write-made',
    breaks: 'makes a write to a foreign name and then refuses it',
    killedBy: 'server-host-misdirected-write',
    create: (handle) =>
      createServer(async (request) => {
        const response = await handle(request);
        return isForeign(request.headers.host?.[0]) ? errorResponse(421, 'Not here') : response;
      }),
  },
  {
    id: 'every-origin-foreign',
    breaks: 'refuses writes from pages of its own origin',
    killedBy: 'server-origin-same',
    create: refusingOrigins(() => errorResponse(403, 'Not from there')),
  },
  {
    id: 'foreign-origin-in-plain-text',
    breaks: 'refuses a write from a foreign page without an Error object',
    killedBy: 'response-without-cors',
    create: refusingOrigins(({ method }) => (method === 'PUT' ? plainText(403) : undefined)),
  },
];

type Head = Parameters<Guard>[0];

/** The server that looks at requests with an `Origin` first, unless they only read. */
function refusingOrigins(refuse: (head: Head) => WholeResponse | undefined): ServerMutant['create'] {
  const guard: Guard = (head) => {
    const hasOrigin = head.rawHeaders.some((name) => name.toLowerCase() === 'origin');
    return hasOrigin && ['POST', 'PUT', 'DELETE'].includes(head.method ?? '') ? refuse(head) : undefined;
  };
  return (handle) => createServer(handle, { guard });
}

function isForeign(host: string | undefined): boolean {
  return host?.includes('example') === true;
}

function plainText(status: number): WholeResponse {
  return { status, headers: { 'Content-Type': 'text/plain', 'Content-Length': '2' }, body: 'No' };
}
