import { createServer as createHttpServer } from 'node:http';
import {
  createListener,
  createServer,
  type Guard,
  type WholeResponse,
} from '@location-records/adapters/node';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';
import type { ServerMutant } from './server-mutant.ts';

/** Servers that break a rule below the service: malformed HTTP, methods that node:http does not know, guards. */
export const protocolMutants: readonly ServerMutant[] = [
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
    id: 'host-checked-once',
    breaks: 'serves a host that is not valid when it comes again',
    killedBy: 'server-host-remembered',
    create: (handle) => {
      const strict = createServer(handle);
      const listener = createListener(handle);
      const seen = new Set<string | undefined>();
      return createHttpServer({ requireHostHeader: false }, (req, res) => {
        if (seen.has(req.headers.host)) listener(req, res);
        else strict.emit('request', req, res);
        seen.add(req.headers.host);
      }).on('checkContinue', listener.checkContinue);
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
    breaks: 'closes the connection on malformed HTTP without a response',
    killedBy: 'server-overflow-field',
    create: (handle) =>
      createServer(handle)
        .removeAllListeners('clientError')
        .on('clientError', (_, socket) => socket.destroy()),
  },
  {
    id: 'connect-at-once',
    breaks: 'refuses CONNECT before earlier requests have their responses',
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
    breaks: 'refuses a method that it does not know without looking at the route',
    killedBy: 'server-method-unknown-route',
    create: (handle) =>
      createServer((request) =>
        handle(request.method === 'FROBNICATE' ? deriveRequest(request, { target: '/' }) : request),
      ),
  },
  {
    id: 'second-answer',
    breaks: 'responds to a malformed body after the response to its request',
    killedBy: 'server-one-answer',
    create: (handle) =>
      createServer(handle).prependListener('clientError', (_, socket) => {
        socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      }),
  },
  {
    id: 'refused-delete-done',
    breaks: 'does a DELETE that it refuses because of its body',
    killedBy: 'server-malformed-waiting',
    create: (handle) => {
      const refused = new Set<string | undefined>();
      const server = createServer(async (request) => {
        const response = await handle(request);
        if (refused.has(request.target)) await handle(deriveRequest(request, { method: 'DELETE' }));
        return response;
      });
      return server.prependListener('clientError', ({ rawPacket }: { readonly rawPacket?: Buffer }) => {
        refused.add(/DELETE (\S+)/.exec(String(rawPacket))?.[1]);
      });
    },
  },
  {
    id: 'connect-unanswered',
    breaks: 'leaves CONNECT to node:http',
    killedBy: 'server-connect',
    create: (handle) => createServer(handle).removeAllListeners('connect'),
  },
  {
    id: 'expectation-refused',
    breaks: 'responds with 417 to an expectation that it does not know',
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
