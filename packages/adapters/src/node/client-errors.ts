import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LocationRequest } from '@location-records/core';
import { handlerFailure } from './handler-failure.ts';
import { afterLatestResponse, type Connection, latestResponse } from './latest-response.ts';
import type { NodeHandler } from './node-handler.ts';
import { type RefusalStatus, refuseRaw, writeRaw } from './refusals.ts';
import { type ParseError, unknownMethodRequest } from './unknown-method.ts';

/** Answers what node:http cannot parse or will not wait for; the handler answers where it is only the method. */
export function answerClientErrors(server: Server, handle: NodeHandler): void {
  /** The connections for which the handler is asked: node:http complains again of all that follows. */
  const asked = new WeakSet<Duplex>();
  server.on('clientError', (error: ParseError, socket: Connection) => {
    if (asked.has(socket)) return;
    const status = statusOf(error);
    const request = unknownMethodRequest(error);
    const res = latestResponse(socket);
    if (status === undefined || !socket.writable) socket.destroy();
    else if (request) {
      asked.add(socket);
      afterLatestResponse(socket, () => void answerWith(handle, request, socket));
    }
    // The error is in a request behind those that have an answer or get one: first things first.
    else if (!res || res.req.complete) afterLatestResponse(socket, () => refuseRaw(socket, status));
    // The error is in the body of this very request, which may have its answer already.
    else if (res.headersSent) socket.destroy();
    // Its turn comes when those in front of it have their answers; `serve` then finds the connection ended.
    else if (res.socket === null) res.once('socket', () => refuseRaw(socket, status));
    else refuseRaw(socket, status);
  });
}

/** What to tell the client; `undefined` when the connection itself is broken. */
function statusOf({ code = '' }: ParseError): RefusalStatus | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}

/** The answer may take a moment, in which the client may leave. */
async function answerWith(handle: NodeHandler, request: LocationRequest, socket: Duplex): Promise<void> {
  try {
    const response = await handle(request);
    if (typeof response.body !== 'string') throw new TypeError('A method that is refused has no list.');
    if (socket.writable) writeRaw(socket, { ...response, body: response.body });
  } catch (error) {
    const failure = handlerFailure(error);
    if (socket.writable) writeRaw(socket, failure);
  }
}
