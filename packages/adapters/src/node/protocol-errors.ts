import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocationResponse } from '@location-records/core';
import { allowedMethods, errorResponse } from '@location-records/core/adapter-kit';
import { afterResponses, unfinishedRequest } from './serve-request.ts';

/** Messages of protocol errors (D41b). */
const messages = {
  400: 'Bad request',
  405: 'Method not allowed',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** A response with a body of known length, so that the connection can be closed after it. */
export interface WholeResponse extends LocationResponse {
  readonly body: string;
}

/** A response without a `ServerResponse`, the last of its connection. */
export interface RawResponse {
  readonly socket: Duplex;
  /** `undefined` if the connection was closed without a response. */
  readonly status: number | undefined;
  /** The code of node:http, such as `HPE_INVALID_URL`. CONNECT has none. */
  readonly code: string | undefined;
  /** The request of CONNECT. Malformed bytes have none. */
  readonly request: IncomingMessage | undefined;
}

/** Observes protocol errors. */
interface Observer {
  readonly endRaw: (raw: RawResponse) => void;
  /** Called if the body of a request turns out to be malformed or too slow. */
  readonly noteError: (request: IncomingMessage, code: string) => void;
}

/** Creates the response to a protocol error. */
export function protocolError(status: keyof typeof messages): WholeResponse {
  const response = errorResponse(status, messages[status]);
  if (status !== 405) return response;
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/** Responds to malformed HTTP and to requests that take too long. */
export function respondToClientErrors(
  server: Server,
  headers: LocationResponse['headers'] | undefined,
  observer: Observer | undefined,
): void {
  /** Connections with their last response: node:http reports another error for everything that follows. */
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const { code = '' } = error;
    const status = statusOf(code);
    if (status === undefined || (refused.has(socket) && !socket.writable)) {
      socket.destroy();
      return;
    }
    if (refused.has(socket)) return;
    refused.add(socket);
    const exchange = unfinishedRequest(socket);
    if (exchange) {
      observer?.noteError(exchange.req, code);
      exchange.refuse(protocolError(status), error);
      return;
    }
    afterResponses(socket, () => {
      const isOpen = socket.writable;
      if (isOpen) endWith(socket, protocolError(status), headers);
      else socket.destroy();
      observer?.endRaw({ socket, status: isOpen ? status : undefined, code, request: undefined });
    });
  });
}

/** Responds to CONNECT (D14), for which node:http makes no `ServerResponse`. */
export function respondToConnect(
  server: Server,
  headers: LocationResponse['headers'] | undefined,
  onResponse: Observer['endRaw'] | undefined,
): void {
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    afterResponses(socket, () => {
      const isOpen = socket.writable;
      if (isOpen) endWith(socket, protocolError(405), headers);
      onResponse?.({ socket, status: isOpen ? 405 : undefined, code: undefined, request });
    });
  });
}

/** Returns the status for an error; `undefined` if the connection is broken. */
function statusOf(code: string): keyof typeof messages | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

/** Writes a response to a connection, and closes it. */
function endWith(
  socket: Duplex,
  { status, headers, body }: WholeResponse,
  more: LocationResponse['headers'] | undefined,
): void {
  const fields = { ...more, ...headers, Connection: 'close', Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
