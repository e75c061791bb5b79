import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { LocationResponse } from '@location-records/core';
import { allowedMethods, errorResponse } from '@location-records/core/adapter-kit';
import { afterLatestResponse, type Connection, latestResponse } from './connections.ts';
import { writeThenClose } from './http1.ts';
import {
  type MalformedHead,
  malformedRequestLine,
  type ParseError,
  unknownMethodHead,
} from './malformed-head.ts';
import {
  handlerFailure,
  type NodeHandler,
  type RequestHead,
  sendableResponse,
  type WholeResponse,
} from './node-handler.ts';
import { NodeRequest } from './node-request.ts';

/** The responses below the service. */
const messages = {
  400: 'Bad request',
  405: 'Method not allowed',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** The status of a response below the service. */
type ProtocolErrorStatus = keyof typeof messages;

/** A response that is written without a `ServerResponse`. */
type RawContent = Omit<LocationResponse, 'body'> & { readonly body: string | Uint8Array };

/**
 * The end of a connection for which node:http has no `ServerResponse`: malformed HTTP, a client that is too slow,
 * CONNECT, and methods that node:http does not know.
 */
export interface RawResponse {
  /** The connection, which ends after the response. */
  readonly socket: Duplex;
  /** What was sent; `undefined` where the connection was closed without a response. */
  readonly response: RawContent | undefined;
  /** What node:http calls the reason, such as `HPE_INVALID_URL`. CONNECT has none. */
  readonly code: string | undefined;
  /** The request concerned, where its head had arrived: its body is malformed, or late, or it is CONNECT. */
  readonly request: IncomingMessage | undefined;
  /** The method and the target of a head that node:http could not read, as far as they can be told. */
  readonly head: { readonly method: string; readonly target: string } | undefined;
}

/** What takes part in the responses below the service. */
export interface RawResponders {
  /** Refuses a request by its head, or lets it pass. Never throws. */
  readonly guard: (head: RequestHead) => WholeResponse | undefined;
  /** Called with every response that is written without a `ServerResponse`. */
  readonly onRawResponse?: ((response: RawResponse) => void) | undefined;
}

/** A response below the service. */
export function protocolError(status: ProtocolErrorStatus): WholeResponse {
  const response = errorResponse(status, messages[status]);
  if (status !== 405) return response;
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/** Responds to a request that does not reach the service, and closes the connection. */
export function respondAndClose(req: IncomingMessage, res: ServerResponse, response: WholeResponse): void {
  // Not after a response that was the last one of its connection.
  if (req.socket.writable) void writeThenClose(res, response, new NodeRequest(req));
}

/**
 * Responds to what node:http cannot parse or will not wait for. Where only the method is unknown, the handler is asked.
 */
export function respondToClientErrors(
  server: Server,
  handle: NodeHandler,
  { guard, onRawResponse }: RawResponders,
): void {
  /** The connections that have their last response: node:http reports another error for all that follows. */
  const ended = new WeakSet<Duplex>();
  /** The connections among them whose response the handler still has to give. */
  const asked = new WeakSet<Duplex>();
  server.on('clientError', (error: ParseError, socket: Connection) => {
    const status = statusOf(error);
    if (status === undefined || ended.has(socket)) {
      const isInUse = status !== undefined && (socket.writable || asked.has(socket));
      if (!isInUse) socket.destroy();
      return;
    }
    ended.add(socket);
    const unknownMethod = unknownMethodHead(error);
    const latest = latestResponse(socket);
    /** The request in whose body the error is, if it is in a body. */
    const request = latest && !latest.req.complete ? latest.req : undefined;
    const head = request ? undefined : (unknownMethod ?? malformedRequestLine(error));
    const respond = (response?: RawContent) => {
      const sent = socket.writable ? response : undefined;
      // A body that still comes would be stored although the client was told that it is too late.
      if (request) request.push = () => true;
      if (sent) writeRaw(socket, sent);
      else socket.destroy();
      onRawResponse?.({ socket, response: sent, code: error.code, request, head });
    };
    if (unknownMethod && socket.writable) {
      asked.add(socket);
      afterLatestResponse(socket, () => {
        if (socket.writable) void responseTo(unknownMethod, handle, guard).then(respond);
        else respond();
      });
      return;
    }
    switch (momentOf(socket, request && latest)) {
      case 'never':
        return respond();
      case 'after earlier responses':
        return afterLatestResponse(socket, () => respond(protocolError(status)));
      case 'in turn':
        // `serveForHost` then finds that the connection has ended.
        return void latest?.once('socket', () => respond(protocolError(status)));
      case 'now':
        return respond(protocolError(status));
    }
  });
}

/** When to respond to an error. `res` belongs to the request in whose body the error is, if it is in a body. */
function momentOf(socket: Connection, res: ServerResponse | undefined) {
  if (!socket.writable) return 'never';
  if (!res) return 'after earlier responses';
  // The request has its response already, or a part of it.
  if (res.headersSent) return 'never';
  return res.socket === null ? 'in turn' : 'now';
}

/** Responds to CONNECT, which is not passed to a listener of node:http, and which the service does not have. */
export function respondToConnect(server: Server, { guard, onRawResponse }: RawResponders): void {
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    afterLatestResponse(socket, () => {
      const response = socket.writable ? (guard(request) ?? protocolError(405)) : undefined;
      if (response) writeRaw(socket, response);
      onRawResponse?.({ socket, response, code: undefined, request, head: undefined });
    });
  });
}

/** What to tell the client; `undefined` when the connection itself is broken. */
function statusOf({ code = '' }: ParseError): ProtocolErrorStatus | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

/** Responds on a connection for which node:http has no response, and closes it. */
function writeRaw(socket: Duplex, { status, headers, body }: RawContent): void {
  const fields = { ...headers, Connection: 'close', Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  // The name of an unknown status, and the encoding of fields, are those of node:http.
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'unknown'}\r\n${lines.join('')}\r\n`;
  socket.end(Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(body)]));
}

/**
 * Never rejects; `undefined` where the body breaks off. What comes after the request line was not read, and is not needed
 * to refuse a method.
 */
async function responseTo(
  { method, target, rawHeaders }: MalformedHead,
  handle: NodeHandler,
  guard: RawResponders['guard'],
): Promise<RawContent | undefined> {
  try {
    const refused = guard({ method, url: target, rawHeaders });
    if (refused) return refused;
    const asked = { method, target, headers: {}, body: async () => new Uint8Array() };
    return await withWholeBody(sendableResponse(await handle(asked)));
  } catch (error) {
    return handlerFailure(error);
  }
}

/** The service streams no body to a method that it refuses, but a handler around it may; `undefined` where it breaks off. */
async function withWholeBody(response: LocationResponse): Promise<RawContent | undefined> {
  const { body } = response;
  try {
    return { ...response, body: typeof body === 'string' ? body : await buffer(body) };
  } catch {
    return undefined;
  }
}
