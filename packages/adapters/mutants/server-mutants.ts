import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer } from '@location-records/adapters/node';
import type { Handler, LocationRequest } from '@location-records/core';
import { deriveRequest, errorResponse } from '@location-records/core/adapter-kit';

/** A server that breaks one rule of the way from the wire to the handler and back. */
export interface ServerMutant {
  readonly id: string;
  /** Completes "a server that". */
  readonly breaks: string;
  /** The case of the HTTP contract that must reject it. */
  readonly killedBy: string;
  readonly create: (handle: Handler) => Server;
}

/** What a server that is written in a hurry does. A mutant changes one of it. */
interface Naive {
  readonly headersOf: (req: IncomingMessage) => LocationRequest['headers'];
  readonly readBody: (req: IncomingMessage) => Promise<Uint8Array>;
  /** Called when the client leaves, or a list fails. */
  readonly breakOff: (req: IncomingMessage, res: ServerResponse) => void;
  /** Called before the response is written. */
  readonly prepare: (res: ServerResponse) => void;
}

/** A server as one writes it in a hurry. It serves well-behaved clients. */
export function naiveServer(own: Partial<Naive> = {}): ServerMutant['create'] {
  const { headersOf, readBody, breakOff, prepare }: Naive = {
    headersOf: (req) => req.headersDistinct as LocationRequest['headers'],
    readBody: readToTheEnd,
    breakOff: (_, res) => void res.destroy(),
    prepare: () => {},
    ...own,
  };
  return (handle) =>
    createHttpServer(async (req, res) => {
      try {
        const { status, headers, body } = await handle({
          method: req.method ?? '',
          target: req.url ?? '',
          headers: headersOf(req),
          body: () => readBody(req),
        });
        prepare(res);
        res.writeHead(status, headers);
        if (typeof body === 'string') res.write(body);
        else for await (const piece of body) res.write(piece);
        res.end();
      } catch {
        breakOff(req, res);
      }
    });
}

async function readToTheEnd(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function textOfChunks(req: IncomingMessage): Promise<Buffer> {
  let text = '';
  for await (const chunk of req) text += String(chunk);
  return Buffer.from(text);
}

/** Resolves to what came, also when the client leaves. */
function whatCame(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  return new Promise((resolve) => req.on('close', () => resolve(Buffer.concat(chunks))));
}

/** The right server over a handler that knows the host or the origin of a request. */
function refusing(status: number, isRefused: (request: LocationRequest) => boolean): ServerMutant['create'] {
  return (handle) =>
    createServer(async (request) => {
      const response = await handle(request);
      return isRefused(request) ? errorResponse(status, 'Not here') : response;
    });
}

const rows: readonly (readonly [
  id: string,
  breaks: string,
  killedBy: string,
  create: ServerMutant['create'],
])[] = [
  [
    'first-content-type',
    'looks at the first of repeated content types, as node:http does',
    'content-type-refused-repeated',
    naiveServer({
      headersOf: ({ headers }) =>
        Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [String(value)]])),
    }),
  ],
  [
    'chunks-decoded-one-by-one',
    'decodes each chunk of a body by itself',
    'connection-chunks',
    naiveServer({ readBody: textOfChunks }),
  ],
  [
    'aborted-body-written',
    'writes what came before the client went away, as if it were the body',
    'unread-aborted-post-length-destroy',
    naiveServer({ readBody: whatCame }),
  ],
  [
    'every-body-invited',
    'invites every body that is offered',
    'expect-uninvited-content-type',
    naiveServer(),
  ],
  [
    'identifier-of-latest-post',
    'stores the body of a POST under the identifier of the POST whose head came last',
    'check-interleaved',
    (handle) => {
      let latest = '';
      return createServer(async (request) => {
        if (request.method !== 'POST') return handle(request);
        latest = request.target;
        const bytes = await request.body(2 ** 20);
        return handle(deriveRequest(request, { target: latest, body: async () => bytes }));
      });
    },
  ],
  [
    'connection-always-closed',
    'closes the connection after every response',
    'connection-kept',
    naiveServer({
      prepare: (res) => {
        res.shouldKeepAlive = false;
      },
    }),
  ],
  [
    'list-ended-normally',
    'ends a list that fails half-way as if it were whole',
    'failure-list-broken-off',
    naiveServer({ breakOff: (_, res) => void res.end() }),
  ],
  [
    'list-ended-orderly',
    'closes the connection of HTTP/1.0 in an orderly way when a list fails half-way',
    'failure-list-http-1-0',
    naiveServer({ breakOff: ({ socket }) => void socket.end() }),
  ],
  ['any-host', 'serves requests to a host that is not valid', 'server-host-comma', naiveServer()],
  ['malformed-left-to-node', 'leaves malformed HTTP to node:http', 'server-no-http', naiveServer()],
  ['connect-left-to-node', 'leaves CONNECT to node:http', 'server-connect', naiveServer()],
  [
    'misdirected-write-made',
    'makes a write to a foreign name and then refuses it',
    'server-host-misdirected-write',
    refusing(421, ({ headers }) => headers.host?.[0]?.includes('example') === true),
  ],
  [
    'every-origin-foreign',
    'refuses writes from pages of its own origin',
    'server-origin-same',
    refusing(403, ({ headers }) => headers.origin !== undefined),
  ],
];

/** Servers that are wrong in one way that real servers are. */
export const serverMutants: readonly ServerMutant[] = rows.map(([id, breaks, killedBy, create]) => ({
  id,
  breaks,
  killedBy,
  create,
}));
