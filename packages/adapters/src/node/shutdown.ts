import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as SecureServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { InvalidArgumentError, OptionError } from '@location-records/core';
import { checkOptionNames } from '@location-records/core/adapter-kit';
import { breakOff, endEvents } from './serve-request.ts';

/** Options of {@link Shutdown.shutdown}. */
export interface ShutdownOptions {
  /**
   * How long pending requests may take, in milliseconds, before their connections are cut.
   * @default 10_000
   */
  readonly timeout?: number | undefined;
}

/** The result of {@link Shutdown.shutdown}. */
export interface ShutdownResult {
  /** How many requests were cut because they took too long. */
  readonly requestsCut: number;
}

/** A graceful shutdown. `await using` calls it with its defaults. */
export interface Shutdown {
  /** Returns the number of pending requests; pipelined requests of one connection count as one. */
  activeRequests(): number;
  /**
   * Stops listening, closes idle connections at once, and all others after their latest response, with
   * `Connection: close` unless its head is sent. What is left after `timeout` is cut: a response that has
   * begun lacks its last chunk, or is reset over HTTP/1.0, so that no client takes the part for the whole.
   * Streams of server-sent events (`text/event-stream`) end at once.
   * Resolves when all connections have closed. A second call may set a shorter time.
   *
   * @throws {OptionError} if `timeout` cannot work.
   */
  shutdown(options?: ShutdownOptions): Promise<ShutdownResult>;
}

/** A server of node:http with a graceful {@link Shutdown}. */
export type GracefulServer = Server & Shutdown;

/** The longest time that a timer of Node.js can wait. */
const maxTimeout = 2 ** 31 - 1;

/** The servers that have it already. */
const enabled = new WeakSet<NetServer>();

/**
 * Adds a graceful shutdown to any server of node:http or node:https, for example that of an Express app. Call
 * it after the listeners are added, before the first connection. A server that has it already, such as one of
 * `createServer`, is returned as it is.
 *
 * @throws {InvalidArgumentError} if it is not such a server.
 *
 * @example
 * const server = enableShutdown(app.listen(8080));
 * process.once('SIGTERM', () => server.shutdown());
 */
export function enableShutdown<S extends Server | SecureServer>(server: S): S & Shutdown {
  // An Express app also emits events; a server of HTTP/2 has other connections.
  if (!(server instanceof NetServer && 'headersTimeout' in server) || 'updateSettings' in server) {
    throw new InvalidArgumentError(
      'server',
      'a server of node:http or node:https, such as app.listen() returns',
    );
  }
  if (enabled.has(server)) return server as S & Shutdown;
  enabled.add(server);

  /** The connections, with the latest response of each. */
  const connections = new Map<Socket, ServerResponse | undefined>();
  /** The same, or for TLS the connections below, whose handshake may be pending. */
  const sockets = new Set<Socket>();
  let isClosing = false;
  let requestsCut = 0;

  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    connections.set(socket, undefined);
    socket.once('close', () => connections.delete(socket));
  });
  /** Closes a connection after its latest response. */
  const closeAfter = (socket: Socket, res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
    res.once('close', () => {
      if (connections.get(socket) === res) socket.destroySoon();
    });
  };
  const track = (req: IncomingMessage, res: ServerResponse) => {
    connections.set(req.socket, res);
    if (isClosing) closeAfter(req.socket, res);
  };
  server.prependListener('request', track);
  // With only this listener, node:http would no longer invite bodies itself.
  if (server.listenerCount('checkContinue') > 0) server.prependListener('checkContinue', track);

  const underWay = () => Array.from(connections.values()).filter(isUnderWay);
  const cut = () => {
    const left = underWay();
    requestsCut += left.length;
    for (const res of left) breakOff(res);
    for (const socket of sockets) socket.destroy();
  };

  const graceful = Object.assign(server, {
    activeRequests: () => underWay().length,
    async shutdown(options?: ShutdownOptions) {
      const { timeout = 10_000 } = checkOptionNames(options, ['timeout']);
      checkMilliseconds('timeout', timeout, 0);
      isClosing = true;
      const limit = setTimeout(cut, timeout);
      for (const [socket, res] of connections) {
        if (!isUnderWay(res)) continue;
        closeAfter(socket, res);
        endEvents(res);
      }
      // Requests that have arrived are read first: a proxy does not repeat a write that it has sent.
      await setImmediate();
      // The only error: the server was not listening.
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await setImmediate();
      for (const [socket, res] of connections) if (!isUnderWay(res)) socket.destroySoon();
      // The server calls back before its connections and responses emit `close`.
      await Promise.all([
        closed,
        ...Array.from(sockets, closeOf),
        ...Array.from(connections.keys(), closeOf),
      ]);
      // Responses that were cut emit `close` after their connections.
      await setImmediate();
      clearTimeout(limit);
      return { requestsCut };
    },
    async [Symbol.asyncDispose]() {
      await graceful.shutdown();
    },
  });
  return graceful;
}

function isUnderWay(res: ServerResponse | undefined): res is ServerResponse {
  return res !== undefined && !res.writableFinished && !res.req.socket.destroyed;
}

/** @throws {OptionError} unless `time` is a number of milliseconds from `min` to the maximum of a timer. */
export function checkMilliseconds(option: string, time: unknown, min: number): void {
  if (typeof time !== 'number' || !(time >= min && time <= maxTimeout)) {
    throw new OptionError(option, `a number of milliseconds from ${min} to ${maxTimeout}`);
  }
}

/** Resolves when a connection has closed. `once` of node:events would reject if it breaks. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });
}
