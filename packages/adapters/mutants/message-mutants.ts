import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createHttpServer } from 'node:http';
import { createListener, createServer } from '@location-records/adapters/node';
import type { Handler, LocationResponse } from '@location-records/core';
import { deriveRequest } from '@location-records/core/adapter-kit';
import { naiveServer, readToTheEnd } from './naive-server.ts';
import type { ServerMutant } from './server-mutant.ts';

/** Servers that break a rule on the messages: fields, bodies, and what becomes of the connection. */
export const messageMutants: readonly ServerMutant[] = [
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
    breaks: 'sends the response to a write in chunks',
    killedBy: 'response-write-length',
    create: tamperingWith((req, res) => {
      if (req.method === 'DELETE') dropHeader(res, 'Content-Length');
    }),
  },
  {
    id: 'record-without-length',
    breaks: 'sends a record in chunks',
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
    breaks: 'closes the connection after every response',
    killedBy: 'connection-kept',
    create: tamperingWith((_, res) => {
      res.shouldKeepAlive = false;
    }),
  },
  {
    id: 'closed-after-errors',
    breaks: 'closes the connection after every error',
    killedBy: 'connection-kept-after-errors',
    create: changingResponses((response) =>
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
    breaks: 'swallows an unread body, however long',
    killedBy: 'unread-content-type-large',
    create: (handle) => naiveServer(handle, (req) => readToTheEnd(req)),
  },
  {
    id: 'aborted-body-written',
    breaks: 'writes what came before the client went away, as if it were the body',
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
    id: 'body-of-connection',
    breaks: 'takes the first body of a connection for those of its later requests',
    killedBy: 'body-next-on-connection',
    create: keepingBodies((first) => first),
  },
  {
    id: 'missing-body-of-connection',
    breaks: 'takes the first body of a connection where a later request has none',
    killedBy: 'no-body-next-on-connection',
    create: keepingBodies((first, own) => (own.length === 0 ? first : own)),
  },
  {
    id: 'type-of-connection',
    breaks: 'takes the content type of an earlier request of a connection where a later one has none',
    killedBy: 'type-next-on-connection',
    create: (handle) => {
      const types = new WeakMap<object, readonly string[]>();
      return createServer((request) => {
        const connection = request.message?.socket ?? request;
        const type = request.headers['content-type'] ?? types.get(connection);
        if (type) types.set(connection, type);
        return handle(deriveRequest(request, { headers: { ...request.headers, 'content-type': type } }));
      });
    },
  },
  {
    id: 'identifier-of-latest-post',
    breaks: 'stores the body of a POST under the identifier of the POST whose head came last',
    killedBy: 'check-interleaved-post',
    create: servingLatest('POST'),
  },
  {
    id: 'identifier-of-latest-put',
    breaks: 'stores the body of a PUT under the identifier of the PUT whose head came last',
    killedBy: 'check-interleaved-put',
    create: servingLatest('PUT'),
  },
];

/** The server that chooses between the first body of a connection and the own one of a request. */
function keepingBodies(choose: (first: Uint8Array, own: Uint8Array) => Uint8Array): ServerMutant['create'] {
  return (handle) => {
    const bodies = new WeakMap<object, Uint8Array>();
    return createServer((request) => {
      const connection = request.message?.socket ?? request;
      const body: typeof request.body = async (...limits) => {
        const own = await request.body(...limits);
        const first = bodies.get(connection) ?? own;
        bodies.set(connection, first);
        return choose(first, own);
      };
      return handle(deriveRequest(request, { body }));
    });
  };
}

/** The server that has the target of the latest request with this method in one place for all. */
function servingLatest(method: string): ServerMutant['create'] {
  return (handle) => {
    let latest = '';
    return createServer(async (request) => {
      if (request.method !== method) return handle(request);
      latest = request.target;
      const bytes = await request.body(2 ** 20);
      return handle(deriveRequest(request, { target: latest, body: async () => bytes }));
    });
  };
}

/** The server, after something was done to each request and response of node:http. */
function tamperingWith(tamper: (req: IncomingMessage, res: ServerResponse) => void): ServerMutant['create'] {
  return (handle) => createServer(handle).prependListener('request', tamper);
}

/** The server over a handler whose responses are changed. */
function changingResponses(change: (response: LocationResponse) => LocationResponse): ServerMutant['create'] {
  return (handle: Handler) => createServer(async (request) => change(await handle(request)));
}

function dropHeader(res: ServerResponse, name: string): void {
  const writeHead = res.writeHead.bind(res);
  res.writeHead = (status: number, headers: unknown) => {
    const { [name]: _, ...others } = headers as Record<string, string>;
    return writeHead(status, others);
  };
}
