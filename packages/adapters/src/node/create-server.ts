import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  validateHeaderName,
  validateHeaderValue,
} from 'node:http';
import type { Server as SecureServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { type Handler, OptionError } from '@location-records/core';
import { checkHandler, checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { NodeHandler } from './node-request.ts';
import { observeRequests, type RequestSummary } from './observe.ts';
import {
  protocolError,
  respondToClientErrors,
  respondToConnect,
  type WholeResponse,
} from './protocol-errors.ts';
import { type Host, handlerFailure, serveRequest } from './serve-request.ts';
import { checkMilliseconds, enableShutdown, type GracefulServer, type Shutdown } from './shutdown.ts';
import { limitBodies } from './slow-bodies.ts';

/**
 * Looks at a request before the service does. `host` is the value of its `Host` field. If the guard returns a
 * response, it is sent in place of the service's, and the connection is closed. A guard cannot be async.
 */
export type Guard = (
  head: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>,
  host: string,
) => WholeResponse | undefined;

/** Options of {@link createServer}. All times are in milliseconds. */
export interface ServerOptions {
  /**
   * How long a client may take to send the head of a request; 0 for no limit.
   * @default 10_000, or `requestTimeout` if that is shorter
   */
  readonly headersTimeout?: number | undefined;
  /**
   * How long a client may take to send each 16 KiB of a body, or its rest; 0 for no limit. A long body may take
   * longer as a whole, as long as it makes this progress.
   * @default 10_000
   */
  readonly bodyTimeout?: number | undefined;
  /**
   * How long a client may take to send a whole request, however long its body; 0 for no limit.
   * @default 0
   */
  readonly requestTimeout?: number | undefined;
  /**
   * How long a connection may be idle before it is closed, even while the client does not read its response.
   * It replaces `keepAliveTimeout` of node:http. Below 60,000, slow readers may seem idle, because the system
   * buffers much of a list. A proxy in front should close its idle connections earlier.
   * @default 120_000
   */
  readonly idleTimeout?: number | undefined;
  /**
   * How often `headersTimeout` and `requestTimeout` are checked.
   * @default 1000
   */
  readonly connectionsCheckingInterval?: number | undefined;
  /**
   * How many connections are open at a time. Further ones are closed at once, without a response.
   * @default no limit
   */
  readonly maxConnections?: number | undefined;
  /**
   * How many bytes the head of a request may have; with more, the response is 431.
   * @default 16_384, or `--max-http-header-size` of Node.js
   */
  readonly maxHeaderSize?: number | undefined;
  /**
   * Serves https with this certificate and key, and other options of `tls.createServer`. To renew them without
   * losing a connection, call `setSecureContext` of the server. A handshake may take as long as a head.
   * @default serves http
   */
  readonly tls?: TlsOptions | undefined;
  /**
   * Looks at every request with a valid `Host` before the service does. If it throws, the response is 500, as
   * for a handler that rejects.
   * @default lets every request pass
   */
  readonly guard?: Guard | undefined;
  /**
   * Header fields that every response gets, also those of the guard and those to protocol errors. A field
   * that a response has already, in the same spelling, is kept.
   * @default none
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Called once for every request when its response has ended or its connection is closed, including
   * malformed HTTP, timeouts and CONNECT, which never reach the handler. An error that it throws is not
   * caught.
   * @default none
   */
  readonly onRequest?: ((summary: RequestSummary) => void) | undefined;
}

/**
 * Creates a server of node:http, or of node:https with `tls`, not yet listening. It also responds if node:http
 * calls no listener, each time with an Error object: 400 `Bad request` to malformed HTTP and unless there is
 * exactly one valid `Host` (RFC 9112 section 3.2), 431 `Request header fields too large`, 408
 * `Request timeout`, and 405 `Method not allowed` to CONNECT. The option `guard` comes before the handler.
 * `shutdown` ends the server in good order.
 *
 * @throws {InvalidArgumentError} at once, when `handle` is not a handler, and {OptionError}, when an option
 * cannot work or is not known. node:http throws its own errors for its four options, and node:tls for `tls`.
 *
 * @example
 * const server = createServer(createHandler({ store })).listen(8080, '127.0.0.1');
 * process.once('SIGTERM', async () => {
 *   await server.shutdown();
 *   await store.close();
 * });
 */
export function createServer(
  handle: NodeHandler,
  options: ServerOptions & { readonly tls: TlsOptions },
): SecureServer & Shutdown;
export function createServer(handle: NodeHandler, options?: ServerOptions): GracefulServer;
export function createServer(handle: NodeHandler, options?: ServerOptions): GracefulServer {
  const {
    headersTimeout = Math.min(10_000, options?.requestTimeout || Infinity),
    bodyTimeout = 10_000,
    requestTimeout = 0,
    idleTimeout = 120_000,
    connectionsCheckingInterval = 1000,
    maxConnections,
    maxHeaderSize,
    tls,
    guard,
    headers,
    onRequest,
  } = checkOptionNames(options, [
    'headersTimeout',
    'bodyTimeout',
    'requestTimeout',
    'idleTimeout',
    'connectionsCheckingInterval',
    'maxConnections',
    'maxHeaderSize',
    'tls',
    'guard',
    'headers',
    'onRequest',
  ]);
  checkHandler(handle as Handler);
  checkOptionTypes('function', { guard, onRequest });
  checkMilliseconds('bodyTimeout', bodyTimeout, 0);
  if (tls !== undefined && Object(tls) !== tls) throw new OptionError('tls', 'options of tls.createServer');
  checkMilliseconds('idleTimeout', idleTimeout, 1);
  if (maxConnections !== undefined && !(Number.isSafeInteger(maxConnections) && maxConnections > 0)) {
    throw new OptionError('maxConnections', 'a whole number from 1');
  }
  checkFields(headers);
  const settings = {
    headersTimeout,
    requestTimeout,
    connectionsCheckingInterval,
    ...(maxHeaderSize !== undefined && { maxHeaderSize }),
    // `idleTimeout` alone closes idle connections.
    keepAliveTimeout: 0,
    // A missing one gets an Error object.
    requireHostHeader: false,
  };
  const server = tls ? createSecureServer({ ...settings, ...tls }) : createHttpServer(settings);
  server.timeout = idleTimeout;
  // The size of the head is limited anyway; fields beyond the 2000th would not be seen.
  server.maxHeadersCount = 0;
  if (maxConnections !== undefined) server.maxConnections = maxConnections;
  const observer = onRequest && observeRequests(onRequest);
  const guarded: NodeHandler = (request) => {
    const refusal = refusalOf(request.message, guard);
    return refusal ? Promise.resolve(withConnectionClosed(refusal)) : handle(request);
  };
  if (bodyTimeout > 0) limitBodies(server, bodyTimeout);
  const plain: Host = { headers, fail: handlerFailure };
  const hostOf = (req: IncomingMessage, res: ServerResponse, invite?: () => void): Host =>
    observer || invite
      ? { invite, headers, accepts: observer?.begin(req, res), fail: handlerFailure }
      : plain;
  const serve = (req: IncomingMessage, res: ServerResponse, invite?: () => void) =>
    serveRequest(guarded, req, res, hostOf(req, res, invite));
  server
    .on('request', (req, res) => serve(req, res))
    .on('checkContinue', (req, res) => serve(req, res, () => res.writeContinue()))
    // An unknown expectation may be ignored (RFC 9110 section 10.1.1).
    .on('checkExpectation', (req, res) => server.emit('request', req, res));
  respondToConnect(server, headers, observer?.endRaw);
  respondToClientErrors(server, headers, observer);
  return enableShutdown(server);
}

/** Loads node:https only when it is used. Its servers have everything that those of node:http have. */
function createSecureServer(options: TlsOptions & { readonly headersTimeout: number }): Server {
  const { createServer } = process.getBuiltinModule('node:https');
  const { headersTimeout: handshakeTimeout } = options;
  return createServer({ ...(handshakeTimeout > 0 && { handshakeTimeout }), ...options }) as unknown as Server;
}

/** @throws {OptionError} unless node:http can send these fields. */
function checkFields(headers: unknown): void {
  if (headers === undefined) return;
  try {
    if (typeof headers !== 'object' || Array.isArray(headers)) throw new TypeError('It is not an object.');
    for (const [name, value] of Object.entries(headers as object)) {
      validateHeaderName(name);
      validateHeaderValue(name, value);
    }
  } catch (cause) {
    throw new OptionError('headers', 'an object of valid header fields', { cause });
  }
}

/** `uri-host [ ":" port ]` (RFC 9110 section 7.2), with a host that is not empty. */
const hostAndPort = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+)(?::\d*)?$/i;

/** Returns the response to a request that must not reach the service. */
function refusalOf(message: IncomingMessage, guard: Guard | undefined): WholeResponse | undefined {
  const host = onlyHost(message.rawHeaders);
  // node:http accepts a request line without a version, as before HTTP/1.0.
  const isValid = host !== undefined && hostAndPort.test(host) && message.httpVersionMajor === 1;
  return isValid ? guard?.(message, host) : protocolError(400);
}

/** Returns the value of the only `Host` field; `message.headers` would have the first of several. */
function onlyHost(rawHeaders: readonly string[]): string | undefined {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[index + 1];
  }
  return host;
}

function withConnectionClosed(response: WholeResponse): WholeResponse {
  return { ...response, headers: { ...response.headers, Connection: 'close' } };
}
