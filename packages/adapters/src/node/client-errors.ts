import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RefusalStatus, refuseRaw } from './refusals.ts';

/** Answers what node:http cannot parse or will not wait for. */
export function answerClientErrors(server: Server): void {
  /** The latest response of each connection: answers are sent in order, so all earlier ones end before it. */
  const latest = new WeakMap<Duplex, ServerResponse>();
  const remember = (req: IncomingMessage, res: ServerResponse) => {
    latest.set(req.socket, res);
  };
  server.prependListener('request', remember);
  server.prependListener('checkContinue', remember);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOf(error);
    const res = latest.get(socket);
    if (status === undefined || !socket.writable) socket.destroy();
    else if (!res) refuseRaw(socket, status);
    // The error is in the body of this very request, which may have its answer already.
    else if (!res.req.complete && res.headersSent) socket.destroy();
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
