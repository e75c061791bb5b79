import type { Server } from 'node:http';
import { afterLatestResponse, type Connection, latestResponse } from './latest-response.ts';
import { type RefusalStatus, refuseRaw } from './refusals.ts';
import { isUnknownMethod, type ParseError } from './unknown-method.ts';

/** Answers what node:http cannot parse or will not wait for. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: ParseError, socket: Connection) => {
    const status = statusOf(error);
    const res = latestResponse(socket);
    if (status === undefined || !socket.writable) socket.destroy();
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
function statusOf(error: ParseError): RefusalStatus | undefined {
  const { code = '' } = error;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_INVALID_METHOD' && isUnknownMethod(error)) return 405;
  return code.startsWith('HPE_') ? 400 : undefined;
}
