import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { allowedMethods, errorBody } from '@location-records/core';
import { afterLatestResponse } from './latest-response.ts';
import { NodeRequest } from './node-request.ts';
import { writeThenClose } from './write-response.ts';

/** The answers below the service. */
const messages = {
  400: 'Bad request',
  405: 'Method not allowed',
  408: 'Request timeout',
  431: 'Request header fields too large',
} as const;

/** The status of an answer below the service. */
export type RefusalStatus = keyof typeof messages;

/** Answers a request that is not fit for the service, and closes the connection. */
export function refuse(req: IncomingMessage, res: ServerResponse): void {
  const response = { status: 400, headers: headers(400), body: errorBody(messages[400]) };
  void writeThenClose(res, response, new NodeRequest(req));
}

/** Answers on a connection for which node:http has no response, and closes it. */
export function refuseRaw(socket: Duplex, status: RefusalStatus): void {
  const fields = { ...headers(status), Date: new Date().toUTCString() };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
  socket.end(`${head}${errorBody(messages[status])}`);
}

/** CONNECT never reaches a listener of node:http; it is a method that the service does not have. */
export function refuseConnect(_req: IncomingMessage, socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  afterLatestResponse(socket, () => refuseRaw(socket, 405));
}

function headers(status: RefusalStatus): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'Content-Length': String(errorBody(messages[status]).length),
    ...(status === 405 && { Allow: allowedMethods }),
    Connection: 'close',
  };
}
