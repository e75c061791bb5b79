import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Handler } from '@location-records/core';
import { checkHandler } from '@location-records/core/adapter-kit';
import type { NodeHandler } from './node-request.ts';
import { handlerFailure, serveRequest } from './serve-request.ts';

/** A listener for the events of a server of node:http or node:https. */
interface NodeListener {
  /** For `http.createServer(listener)` and the event `request`. */
  (req: IncomingMessage, res: ServerResponse): void;
  /**
   * For the event `checkContinue`. Without it, the server invites every body that a client offers with
   * `Expect: 100-continue`; with it, only a body that will be read (RFC 9110 section 10.1.1).
   */
  readonly checkContinue: (req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * Creates a listener that serves requests of node:http and node:https with a handler. To serve under a base
 * path, give the handler the option `basePath`.
 *
 * A response that does not depend on the body is sent without waiting for it. Up to 64 KiB of unread body are
 * then dropped, so that the connection can be used again; with more, or if the body does not end, the
 * connection is closed after the response. A client that leaves while it sends its body has changed nothing.
 * A list that fails half-way, or whose connection times out, resets the connection.
 *
 * If the app has read the body of a POST or PUT before, the response is 500, and an error with
 * `code: 'REQUEST_BODY_USED'` becomes a process warning, as does every other fault of the app or the handler.
 *
 * @throws {InvalidArgumentError} at once, if `handle` is not a handler.
 *
 * @example
 * const listener = createListener(createHandler({ store: createMemoryStore() }));
 * http.createServer(listener).on('checkContinue', listener.checkContinue).listen(8080);
 */
export function createListener(handle: NodeHandler): NodeListener {
  checkHandler(handle as Handler);
  const host = { fail: handlerFailure };
  const listener = (req: IncomingMessage, res: ServerResponse) => serveRequest(handle, req, res, host);
  // The function itself is the listener, so that `http.createServer(listener)` takes it as it is.
  return Object.assign(listener, {
    checkContinue: (req: IncomingMessage, res: ServerResponse) =>
      serveRequest(handle, req, res, { ...host, invite: () => res.writeContinue() }),
  });
}
