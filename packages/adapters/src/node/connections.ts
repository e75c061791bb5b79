import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
// Not the global ones: a timer of jsdom is a number, and a test may have faked them.
import { clearInterval, setInterval } from 'node:timers';
import { OptionError } from '@location-records/core';
import { readSendQueues } from './send-queues.ts';

/** The longest time that a timer of Node.js can wait. */
const maxTimeout = 2 ** 31 - 1;
/** After how many looks in a row at which nothing has moved a connection is closed, or a stream reset. */
export const maxQuietLooks = 4;

/** A property, because a `WeakMap` takes several times as long, and this is done for every request. */
const latest = Symbol('latest response');

/** A connection with the response to the latest request on it. Earlier responses end before: they are sent in order. */
export interface Connection extends Duplex {
  [latest]?: ServerResponse;
}

/** Notes the response to the latest request of its connection. To be called for every request. */
export function rememberResponse(req: IncomingMessage, res: ServerResponse): void {
  (req.socket as Connection)[latest] = res;
}

/** The response to the latest request of the connection; `undefined` before the first one. */
export function latestResponse(socket: Connection): ServerResponse | undefined {
  return socket[latest];
}

/** Calls back when all requests of the connection so far have their responses. */
export function afterLatestResponse(socket: Connection, callback: () => void): void {
  const res = socket[latest];
  if (!res || res.writableFinished) callback();
  else res.once('finish', callback);
}

/** The open connections of a server that is not listening yet, as a set that is kept up to date. */
export function trackConnections(server: Server, event = 'connection'): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** What the last look at a connection found. */
interface Seen {
  bytes: number;
  quiet: number;
  queue?: string | undefined;
}

/** @throws {OptionError} unless it is a number of milliseconds that a timer of Node.js can wait. */
export function checkTimeout(option: string, timeout: unknown, min: number): void {
  if (typeof timeout !== 'number' || !(timeout >= min && timeout <= maxTimeout)) {
    throw new OptionError(option, `a number of milliseconds from ${min} to ${maxTimeout}`);
  }
}

/**
 * Closes connections on which nothing has moved for `idleTimeout` milliseconds, and up to a quarter more. node:http
 * has `server.timeout` for that, which sets a timer anew whenever something moves; a look now and then costs requests
 * nothing. The kernel is asked only about connections that seem to stand still while something waits to be sent.
 *
 * @throws {OptionError} when `idleTimeout` cannot work.
 */
export function closeIdleConnections(
  server: Server,
  connections: ReadonlySet<Socket>,
  idleTimeout: number,
  sendQueues: typeof readSendQueues = readSendQueues,
): void {
  checkTimeout('idleTimeout', idleTimeout, 1);
  const allSeen = new WeakMap<Socket, Seen>();
  const seenOf = (socket: Socket) => {
    const seen = allSeen.get(socket) ?? { bytes: 0, quiet: 0 };
    allSeen.set(socket, seen);
    return seen;
  };
  const look = async () => {
    const waiting: Socket[] = [];
    for (const socket of connections) {
      const seen = seenOf(socket);
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      seen.quiet = bytes === seen.bytes ? seen.quiet + 1 : 0;
      seen.bytes = bytes;
      if (seen.quiet === 0) seen.queue = undefined;
      if (seen.quiet > 0 && socket.writableLength > 0) waiting.push(socket);
      else if (seen.quiet >= maxQuietLooks) socket.destroy();
    }
    const queues = waiting.length > 0 ? await sendQueues(waiting) : new Map();
    for (const socket of waiting) {
      if (!connections.has(socket)) continue;
      const seen = seenOf(socket);
      const queue = queues.get(socket);
      if (seen.queue !== undefined && queue !== seen.queue) seen.quiet = 0;
      seen.queue = queue;
      if (seen.quiet >= maxQuietLooks) socket.destroy();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer ??= setInterval(() => void look(), idleTimeout / maxQuietLooks).unref();
  });
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
}
