import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { InvalidArgumentError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { checkTimeout, isDone, latestResponse, rememberResponse, trackConnections } from './connections.ts';

/** Options of {@link Shutdown.shutdown}. */
export interface ShutdownOptions {
  /**
   * How long the requests under way may take, in milliseconds. Then their connections are cut.
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/** What {@link Shutdown.shutdown} resolves to. */
export interface ShutdownResult {
  /** How many requests were cut because they were not finished in time. */
  readonly requestsCut: number;
}

/** What a server has that can be shut down gracefully. */
export interface Shutdown {
  /** How many requests are under way; pipelined requests of one connection count as one. */
  activeRequests(): number;
  /**
   * Stops listening, closes idle connections at once, and each other one after its latest response, which says
   * `Connection: close` where that is not too late. What is left after `timeout` is cut. Resolves when all connections
   * have closed. A second call may set a shorter time.
   *
   * @throws {OptionError} when `timeout` cannot work.
   */
  shutdown(options?: ShutdownOptions): Promise<ShutdownResult>;
}

/** A server of node:http with a graceful {@link Shutdown}. */
export type GracefulServer = Server & Shutdown;

/** The listeners that this module has added, to tell them from those of the app. */
const ours = new WeakSet<object>([rememberResponse]);
/** The servers that can be shut down already. */
const graceful = new WeakSet<NetServer>();

/**
 * Adds {@link Shutdown} to a server of node:http or node:https of your own, for example one that Express made. Call it
 * before the first connection. A server that has it already, such as one of `createServer`, is returned as it is.
 *
 * @throws {InvalidArgumentError} when it is not such a server.
 *
 * @example
 * const server = enableShutdown(app.listen(8080));
 * process.once('SIGTERM', () => server.shutdown());
 */
export function enableShutdown<S extends Server | SecureServer>(server: S): S & Shutdown {
  // An Express app emits events, too. A server of HTTP/2, also one that allows HTTP/1.1, has connections without a
  // latest response.
  if (!(server instanceof NetServer && 'headersTimeout' in server) || 'updateSettings' in server) {
    throw new InvalidArgumentError(
      'server',
      'a server of node:http or node:https, such as app.listen() returns',
    );
  }
  if (graceful.has(server)) return server as S & Shutdown;
  server.prependListener('request', rememberResponse).prependListener('checkContinue', rememberResponse);
  // What node:http does itself where nothing listens to the event.
  const invite = (req: IncomingMessage, res: ServerResponse) => {
    if (!server.listeners('checkContinue').every((listener) => ours.has(listener))) return;
    res.writeContinue();
    server.emit('request', req, res);
  };
  ours.add(invite);
  server.on('checkContinue', invite);
  const sockets = trackConnections(server, 'connection');
  // Requests come on the sockets that TLS makes of those. A connection without a complete handshake has none.
  const isSecure = 'setSecureContext' in server;
  return withShutdown(server, isSecure ? trackConnections(server, 'secureConnection') : sockets, sockets);
}

/**
 * Adds {@link Shutdown} to a server whose latest responses are remembered. Requests come on `connections`; `sockets`
 * are those below them where that is something else.
 */
export function withShutdown<S extends Server | SecureServer>(
  server: S,
  connections: ReadonlySet<Socket>,
  sockets: ReadonlySet<Socket> = connections,
): S & Shutdown {
  graceful.add(server);
  let requestsCut = 0;
  let isClosing = false;

  const activeRequests = () => [...connections].filter(isActive).length;
  const cut = () => {
    requestsCut += activeRequests();
    for (const socket of sockets) socket.destroy();
  };
  const beginClosing = () => {
    isClosing = true;
    const endAfterNext = (req: IncomingMessage, res: ServerResponse) => endAfter(req.socket, res);
    ours.add(endAfterNext);
    server.prependListener('request', endAfterNext).prependListener('checkContinue', endAfterNext);
  };

  return Object.assign(server, {
    activeRequests,
    async shutdown(options?: ShutdownOptions) {
      const { timeout = 10_000 } = checkOptionNames(options, ['timeout']);
      checkTimeout('timeout', timeout, 0);
      if (!isClosing) beginClosing();
      const limit = setTimeout(cut, timeout);
      const closed = closeListener(server);
      for (const socket of connections) endAfter(socket, latestResponse(socket));
      await closed.finally(() => clearTimeout(limit));
      // A server calls itself closed before the connections that were cut, and the responses on them, emit `close`.
      await Promise.all([...connections].map(closeOf));
      return { requestsCut };
    },
  });
}

function isActive(socket: Socket): boolean {
  const res = latestResponse(socket);
  return res !== undefined && !isDone(res) && !socket.destroyed;
}

/** Closes a connection after its latest response, which says so where that is not too late. */
function endAfter(socket: Socket, res: ServerResponse | undefined): void {
  if (!res || isDone(res)) {
    socket.destroySoon();
    return;
  }
  const announce = () => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  const end = () => {
    if (isDone(res)) socket.destroySoon();
  };
  // A response may go out while its request's body still comes in. A connection closed with unread bytes is reset,
  // which may cost the client the response.
  if (res.req.complete) announce();
  else res.req.once('end', announce).once('end', end);
  res.once('finish', end);
}

/** Only `close` of node:http ends the timer of `connectionsCheckingInterval`, which would keep the server in memory. */
function closeListener(server: Server | SecureServer): Promise<void> {
  // It would also destroy connections whose response waits for a slow reader.
  const { closeIdleConnections } = server;
  server.closeIdleConnections = () => {};
  const closed = new Promise<void>((resolve) => {
    // The only error is that the server was not listening.
    Server.prototype.close.call(server, () => resolve());
  });
  server.closeIdleConnections = closeIdleConnections;
  return closed;
}

/** Not `once` of node:events, which rejects when the connection breaks. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}
