import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocationResponse } from '@location-records/core';
import { allowedMethods, errorResponse } from '@location-records/core/adapter-kit';
import { afterResponses, unfinishedRequest } from './serve-request.ts';

/** The responses below the service (D41b). */
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

/** A response that is written without a `ServerResponse`, and is the last one of its connection. */
export interface RawResponse {
  readonly socket: Duplex;
  /** `undefined` if the connection was closed without a response. */
  readonly status: number | undefined;
  /** What node:http calls the reason, such as `HPE_INVALID_URL`. CONNECT has none. */
  readonly code: string | undefined;
  /** The request of CONNECT. Malformed bytes have none. */
  readonly request: IncomingMessage | undefined;
}

/** Takes note of responses below the service. */
interface Observer {
  readonly endRaw: (raw: RawResponse) => void;
  /** The request has turned out to be malformed, or too slow, within its body. */
  readonly noteError: (request: IncomingMessage, code: string) => void;
}

/** A response below the service. */
export function protocolError(status: keyof typeof messages): WholeResponse {
  const response = errorResponse(status, messages[status]);
  if (status !== 405) return response;
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}

/** Responds to what node:http cannot parse or does not wait for. */
export function respondToClientErrors(server: Server, observer: Observer | undefined): void {
  /** The connections that have their last response: node:http reports another error for all that follows. */
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
      if (isOpen) endWith(socket, protocolError(status));
      else socket.destroy();
      observer?.endRaw({ socket, status: isOpen ? status : undefined, code, request: undefined });
    });
  });
}

/**
 * Responds to CONNECT, which node:http gives no `ServerResponse`, and which the service does not have (D14).
 */
export function respondToConnect(server: Server, onResponse: Observer['endRaw'] | undefined): void {
  server.on('connect', (request, socket) => {
    socket.on('error', () => socket.destroy());
    afterResponses(socket, () => {
      const isOpen = socket.writable;
      if (isOpen) endWith(socket, protocolError(405));
      onResponse?.({ socket, status: isOpen ? 405 : undefined, code: undefined, request });
    });
  });
}

/** What to tell the client; `undefined` when the connection itself is broken. */
function statusOf(code: string): keyof typeof messages | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

/** Responds on a connection for which node:http has no response, and closes it. */
function endWith(socket: Duplex, { status, headers, body }: WholeResponse): void {
  const fields = { ...headers, Connection: 'close', Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
