import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { allowedMethods, errorResponse } from '@location-records/core/adapter-kit';
import { NodeRequest } from './node-request.ts';
import { type WholeResponse, writeThenClose } from './write-response.ts';

/** The answers below the service. */
const messages = {
  400: 'Bad request',
  405: 'Method not allowed',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** The status of an answer below the service. */
export type RefusalStatus = keyof typeof messages;

/** Responds to a request that does not reach the service, and closes the connection. */
export function refuse(req: IncomingMessage, res: ServerResponse, response: WholeResponse): void {
  void writeThenClose(res, response, new NodeRequest(req));
}

/** Responds on a connection for which node:http has no response, and closes it. */
export function writeRaw(socket: Duplex, { status, headers, body }: WholeResponse): void {
  const fields = { ...headers, Connection: 'close', Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** A response below the service. */
export function refusal(status: RefusalStatus): WholeResponse {
  const response = errorResponse(status, messages[status]);
  if (status !== 405) return response;
  return { ...response, headers: { ...response.headers, Allow: allowedMethods } };
}
