import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorResponse, type Handler, OptionError } from '@location-records/core';
import { NodeRequest } from './node-request.ts';
import { serve } from './serve.ts';
import { writeResponse } from './write-response.ts';

/** A listener for the events of an `http.Server`. */
export interface NodeListener {
  /** For `http.createServer(listener)` and the event `request`. */
  (req: IncomingMessage, res: ServerResponse): void;
  /**
   * For the event `checkContinue`. Without it node:http invites every body that a client offers with
   * `Expect: 100-continue`; with it, only a body that will be read is invited (RFC 9110 section 10.1.1).
   */
  readonly checkContinue: (req: IncomingMessage, res: ServerResponse) => void;
}

/**
 * Serves requests of node:http with a handler. To live under a base path, give the handler the option
 * `basePath`.
 *
 * An answer that needs no body is sent without waiting for it. A small rest of the body (up to 64 KiB) is
 * then read and dropped, so that the connection can be used again; with a larger one, or one that does not
 * end, the connection is closed after the answer. A client that goes away while it sends its body has
 * changed nothing. A list that fails half-way ends the connection without ending the response.
 *
 * @throws {OptionError} at once, when `handle` is no handler.
 *
 * @example
 * const listener = createListener(createHandler({ store: createMemoryStore() }));
 * http.createServer(listener).on('checkContinue', listener.checkContinue).listen(8080);
 */
export function createListener(handle: Handler): NodeListener {
  if (typeof handle !== 'function') throw new OptionError('handle', 'a handler, as createHandler makes it');
  const answer = (request: NodeRequest, res: ServerResponse) =>
    void serve(handle, request, res, { fail: (error) => answerFailure(error, request, res) });
  return Object.assign((req: IncomingMessage, res: ServerResponse) => answer(new NodeRequest(req), res), {
    checkContinue: (req: IncomingMessage, res: ServerResponse) =>
      answer(new NodeRequest(req, { invite: () => res.writeContinue() }), res),
  });
}

/** The handler itself is broken, or gave an answer that cannot be sent: somebody has to learn of it. */
function answerFailure(error: unknown, request: NodeRequest, res: ServerResponse): void {
  process.emitWarning(error instanceof Error ? error : String(error));
  // That of the answer that could not be sent.
  res.statusMessage = '';
  void writeResponse(res, errorResponse(500, 'Internal server error'), request);
}
