import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * The latest response of a connection: answers are sent in order, so all earlier ones end before it. A property,
 * because a `WeakMap` takes several times as long, and this is done for every request.
 */
const latest = Symbol('latest response');

/** A connection, and what was last asked on it. */
export interface Connection extends Duplex {
  [latest]?: ServerResponse;
}

/** To be called for every request, so that it is known what an error comes behind. */
export function rememberResponse(req: IncomingMessage, res: ServerResponse): void {
  (req.socket as Connection)[latest] = res;
}

/** The response to the latest request of the connection, if there was one. */
export function latestResponse(socket: Connection): ServerResponse | undefined {
  return socket[latest];
}

/** Calls back when all earlier requests of the connection have their answers. */
export function afterLatestResponse(socket: Connection, callback: () => void): void {
  const res = socket[latest];
  if (!res || res.writableFinished) callback();
  else res.once('finish', callback);
}
