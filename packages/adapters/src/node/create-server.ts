import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { checkHandler, checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { closeIdleConnections, rememberResponse, trackConnections } from './connections.ts';
import { serveHttp1 } from './http1.ts';
import {
  checkRefusal,
  type Guard,
  handlerFailure,
  type NodeHandler,
  type RequestHead,
} from './node-handler.ts';
import { linesIn, NodeRequest } from './node-request.ts';
import { observeRequests, type RequestSummary } from './observe.ts';
import {
  protocolError,
  type RawResponders,
  respondAndClose,
  respondToClientErrors,
  respondToConnect,
} from './protocol-errors.ts';
import { type GracefulServer, withShutdown } from './shutdown.ts';

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
   * How long nothing may move on a connection before it is closed, also where the client does not read its response.
   * It is closed up to a quarter later. With less than 60,000, slow readers may seem to stand still. It takes the place
   * of `keepAliveTimeout` of node:http. A proxy in front of the server should close its idle connections earlier.
   * @default 120_000
   */
  readonly idleTimeout?: number | undefined;
  /**
   * How often `headersTimeout` and `requestTimeout` are checked.
   * @default 1000
   */
  readonly connectionsCheckingInterval?: number | undefined;
  /**
   * Looks at every request that has a valid `Host` before the service does, for example at the host that it names.
   * CONNECT and methods that node:http does not know are looked at even without one. When the guard throws, or its
   * response cannot be sent, the response is 500, as for a handler that rejects.
   * @default lets every request pass
   */
  readonly guard?: Guard | undefined;
  /**
   * Called once for every request when its response has ended or its connection is closed, also for what never reaches
   * the handler: malformed HTTP, timeouts, CONNECT. An error that it throws is uncaught.
   * @default requests are not observed, which costs nothing
   */
  readonly onRequest?: ((summary: RequestSummary) => void) | undefined;
}

/**
 * A server of node:http, not yet listening. It also responds where node:http calls no listener, each time with an Error
 * object: 400 `Bad request` to malformed HTTP and unless there is exactly one valid `Host` (RFC 9112 section 3.2), 431
 * `Request header fields too large`, 408 `Request timeout`, and 405 `Method not allowed` to CONNECT. A request with a
 * method that node:http does not know goes to the handler, without its fields and its body. The option `guard` comes
 * before the handler. `shutdown` ends the server in good order.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler, and {OptionError}, when an option cannot work
 * or is not known. node:http throws errors of its own for its three options.
 *
 * @example
 * const server = createServer(createHandler({ store })).listen(8080, '127.0.0.1');
 * process.once('SIGTERM', async () => {
 *   await server.shutdown();
 *   await store.close();
 * });
 */
export function createServer(handle: NodeHandler, options?: ServerOptions): GracefulServer {
  const {
    headersTimeout = Math.min(10_000, options?.requestTimeout || Infinity),
    requestTimeout = Math.max(30_000, options?.headersTimeout || 0),
    idleTimeout = 120_000,
    connectionsCheckingInterval = 1000,
    guard = () => undefined,
    onRequest,
  } = checkOptionNames(options, [
    'headersTimeout',
    'requestTimeout',
    'idleTimeout',
    'connectionsCheckingInterval',
    'guard',
    'onRequest',
  ]);
  checkHandler(handle);
  checkOptionTypes('function', { guard, onRequest });
  const server = createHttpServer({
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    // `idleTimeout` alone closes idle connections. node:http would start a timer for each response, too.
    keepAliveTimeout: 0,
    // Ours is responded to with an Error object.
    requireHostHeader: false,
  });
  const connections = trackConnections(server);
  closeIdleConnections(server, connections, idleTimeout);
  // Fields beyond the default of 2000 would not be seen; the size of the head is limited anyway.
  server.maxHeadersCount = 0;
  // A client that says that it has sent everything (FIN) still waits for its response; by default one that takes
  // a store a moment would be dropped. A property of node:http that its types do not know.
  Object.assign(server, { httpAllowHalfOpen: true });
  const look: Guard = (head, host) => {
    try {
      const refused = guard(head, host);
      return refused && checkRefusal(refused);
    } catch (error) {
      return handlerFailure(error);
    }
  };
  const refusalOf = (req: IncomingMessage) => {
    // The parser of node:http accepts a request line without a version, as before HTTP/1.0, and any `Host`.
    const host = req.httpVersionMajor === 1 ? validHost(req.rawHeaders) : undefined;
    return host === undefined ? protocolError(400) : look(req, host);
  };
  const observer = onRequest && observeRequests(onRequest);
  const respond = (req: IncomingMessage, res: ServerResponse, invite?: () => void) => {
    rememberResponse(req, res);
    const note = observer?.begin(req, res);
    const refused = refusalOf(req);
    if (refused) {
      note?.(refused);
      respondAndClose(req, res, refused);
    } else {
      serveHttp1(handle, new NodeRequest(req, invite && { invite }), res, note);
    }
  };
  server
    .on('request', (req, res) => respond(req, res))
    .on('checkContinue', (req, res) => respond(req, res, () => res.writeContinue()))
    // An expectation that is not known may be ignored (RFC 9110 section 10.1.1).
    .on('checkExpectation', (req, res) => server.emit('request', req, res));
  const responders: RawResponders = {
    guard: (head: RequestHead) => look(head, validHost(head.rawHeaders)),
    onRawResponse: observer?.endRaw,
  };
  respondToConnect(server, responders);
  respondToClientErrors(server, handle, responders);
  return withShutdown(server, connections);
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2), with a host that is not empty. */
const hostAndPort = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** The latest `Host` that was valid: to match it again would cost a request 1 % of its CPU time. */
let knownHost: string | undefined;

/** The value of `Host`, where there is exactly one and it is valid. */
function validHost(rawHeaders: readonly string[]): string | undefined {
  const [host, another] = linesIn(rawHeaders, 'host');
  if (host === undefined || another !== undefined) return undefined;
  if (host !== knownHost && !hostAndPort.test(host)) return undefined;
  knownHost = host;
  return host;
}
