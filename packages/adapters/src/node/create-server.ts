import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { closeIdleConnections } from './connections.ts';
import { createListener } from './create-listener.ts';
import type { Guard } from './guard.ts';
import { handlerFailure } from './handler-failure.ts';
import { validHost } from './host-field.ts';
import { rememberResponse } from './latest-response.ts';
import type { NodeHandler } from './node-handler.ts';
import { answerClientErrors, answerConnect } from './protocol-errors.ts';
import type { RawResponse } from './raw-response.ts';
import { refusal, refuse } from './refusals.ts';

/** Options of {@link createServer}. All times are in milliseconds. */
export interface ServerOptions {
  /**
   * How long a client may take to send the head of a request; 0 for no limit of its own.
   * @default 10_000, or `requestTimeout` where that is shorter
   */
  readonly headersTimeout?: number | undefined;
  /**
   * How long a client may take to send a whole request; 0 for no limit.
   * @default 30_000, or `headersTimeout` where that is longer
   */
  readonly requestTimeout?: number | undefined;
  /**
   * How long nothing may move on a connection before it is closed, also that of a client that does not read its
   * answer. It is closed up to a quarter later. With less than 60,000, slow readers may seem to stand still.
   * @default 120_000
   */
  readonly idleTimeout?: number | undefined;
  /**
   * How often `headersTimeout` and `requestTimeout` are looked at.
   * @default 1000
   */
  readonly connectionsCheckingInterval?: number | undefined;
  /**
   * Looks at every request that has a valid `Host` before the service does, for example at the host that it names. CONNECT
   * and methods that node:http does not know are looked at even without one.
   * One that throws is answered with 500, as a handler that rejects is.
   * @default lets every request pass
   */
  readonly guard?: Guard | undefined;
  /**
   * Told of every response for which node:http has no `ServerResponse`, so that a log can have it.
   * @default nothing is told
   */
  readonly onRawResponse?: ((response: RawResponse) => void) | undefined;
}

/**
 * A server of node:http, not yet listening, that answers as the service does where a listener is not asked:
 * without exactly one valid `Host` (RFC 9112 section 3.2) and for malformed HTTP 400 `Bad request`, for too
 * large a head 431 `Request header fields too large`, for one that takes too long 408 `Request timeout`, for
 * CONNECT 405 `Method not allowed`, each as an Error object. A method that node:http does not know is the handler's
 * to answer, as every other one; it sees neither the fields nor the body of such a request. The option `guard` comes
 * before the handler.
 *
 * @throws {OptionError} at once, when an option cannot work or is not known; node:http checks its own in its own way.
 *
 * @example
 * createServer(createHandler({ store: createMemoryStore() })).listen(8080, '127.0.0.1');
 */
export function createServer(handle: NodeHandler, options?: ServerOptions): Server {
  const {
    headersTimeout = Math.min(10_000, options?.requestTimeout || Infinity),
    requestTimeout = Math.max(30_000, options?.headersTimeout || 0),
    idleTimeout = 120_000,
    connectionsCheckingInterval = 1000,
    guard = () => undefined,
    onRawResponse = () => {},
  } = checkOptionNames(options, [
    'headersTimeout',
    'requestTimeout',
    'idleTimeout',
    'connectionsCheckingInterval',
    'guard',
    'onRawResponse',
  ]);
  for (const [name, value] of Object.entries({ guard, onRawResponse })) {
    if (typeof value !== 'function') throw new OptionError(name, 'a function');
  }
  const listener = createListener(handle);
  const server = createHttpServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    // Ours is answered with an Error object.
    requireHostHeader: false,
  });
  closeIdleConnections(server, idleTimeout);
  // Fields beyond the default of 2000 would not be seen; the size of the head is limited anyway.
  server.maxHeadersCount = 0;
  // A client that says that it has sent everything (FIN) still waits for its answer; by default one that takes
  // a store a moment would be dropped. A property of node:http that its types do not know.
  Object.assign(server, { httpAllowHalfOpen: true });
  const look: Guard = (head, host) => {
    try {
      return guard(head, host);
    } catch (error) {
      return handlerFailure(error);
    }
  };
  const refusalOf = (req: IncomingMessage) => {
    // The parser of node:http lets pass a request line without a version, as before HTTP/1.0, and any `Host`.
    const host = req.httpVersionMajor === 1 ? validHost(req.rawHeaders) : undefined;
    return host === undefined ? refusal(400) : look(req, host);
  };
  const answer = (listen: typeof listener.checkContinue) => (req: IncomingMessage, res: ServerResponse) => {
    rememberResponse(req, res);
    const refused = refusalOf(req);
    if (refused) refuse(req, res, refused);
    else listen(req, res);
  };
  server
    .on('request', answer(listener))
    .on('checkContinue', answer(listener.checkContinue))
    // An expectation that is not known may be ignored (RFC 9110 section 10.1.1).
    .on('checkExpectation', (req, res) => server.emit('request', req, res));
  answerConnect(server, { guard: look, onRawResponse });
  answerClientErrors(server, handle, { guard: look, onRawResponse });
  return server;
}
