import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RefusalStatus, refuseRaw } from './refusals.ts';

/**
 * The latest response of a connection: answers are sent in order, so all earlier ones end before it. A property,
 * because a `WeakMap` takes several times as long, and this is done for every request.
 */
const latest = Symbol('latest response');

interface Connection extends Duplex {
  [latest]?: ServerResponse;
}

/** To be called for every request, so that it is known what an error comes behind. */
export function rememberResponse(req: IncomingMessage, res: ServerResponse): void {
  (req.socket as Connection)[latest] = res;
}

/** Answers what node:http cannot parse or will not wait for. */
export function answerClientErrors(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Connection) => {
    const status = statusOf(error);
    const res = socket[latest];
    if (status === undefined || !socket.writable) socket.destroy();
    else if (!res) refuseRaw(socket, status);
    // The error is in the body of this very request, which may have its answer already.
    else if (!res.req.complete && res.headersSent) socket.destroy();
    // Its turn comes when those in front of it have their answers; `serve` then finds the connection ended.
    else if (!res.req.complete && res.socket === null) res.once('socket', () => refuseRaw(socket, status));
    else if (!res.req.complete) refuseRaw(socket, status);
    else if (res.writableFinished) refuseRaw(socket, status);
    // The error is in a request behind one that is being answered: first things first.
    else res.once('finish', () => refuseRaw(socket, status));
  });
}

/** What to tell the client; `undefined` when the connection itself is broken. */
function statusOf({ code = '' }: NodeJS.ErrnoException): RefusalStatus | undefined {
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  return code.startsWith('HPE_') ? 400 : undefined;
}
