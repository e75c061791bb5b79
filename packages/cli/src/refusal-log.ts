import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

/** The latest request on a connection: a property, because a `WeakMap` takes several times as long. */
const latest = Symbol('latest request');

/** A request, as far as errors of its connection concern it. */
export interface WatchedRequest {
  readonly req: IncomingMessage;
  /** What node:http calls the reason why the rest of its body did not come. */
  code?: string;
}

interface Connection extends Duplex {
  [latest]?: WatchedRequest;
}

/** To be called for every request, so that it is known which one an error belongs to. */
export function watchRequest(req: IncomingMessage): WatchedRequest {
  const watched: WatchedRequest = { req };
  (req.socket as Connection)[latest] = watched;
  return watched;
}

/**
 * Tells what came and was no request, or came too slowly: once for a connection, since node:http complains again
 * of all that follows. What is wrong with the body of a request is noted in its {@link WatchedRequest} instead.
 */
export function logRefusals(server: Server, tell: (code: string) => void): void {
  const refused = new WeakSet<Duplex>();
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, connection: Connection) => {
    // Other errors are those of a connection that broke.
    if (!code.startsWith('HPE_') && code !== 'ERR_HTTP_REQUEST_TIMEOUT') return;
    if (refused.has(connection)) return;
    refused.add(connection);
    const watched = connection[latest];
    if (watched && !watched.req.complete) watched.code = code;
    else tell(code);
  });
}
