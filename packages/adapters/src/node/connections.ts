import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
// Not the global ones: a timer of jsdom is a number, and a test may fake them.
import { clearInterval, setInterval } from 'node:timers';
import { OptionError } from '@location-records/core';
import { readSendQueues } from './send-queues.ts';

/** The longest time that a timer of Node.js can wait. */
const maxTimeout = 2 ** 31 - 1;
/** A connection is closed, or a stream reset, after this many checks in a row that saw nothing move. */
export const maxQuietChecks = 4;

/** A property and not an entry of a `WeakMap`: it is set for every request. */
const latest = Symbol('latest response');

/** A connection with the response to its latest request. Responses are sent in order: all earlier ones end before. */
export interface Connection extends Duplex {
  [latest]?: ServerResponse | undefined;
}

/**
 * Remembers the response to the latest request of a connection. Call it for every request: protocol errors wait for it.
 */
export function rememberResponse(req: IncomingMessage, res: ServerResponse): void {
  (req.socket as Connection)[latest] = res;
}

/**
 * Lets go of a response as soon as it is done. With a thousand idle connections that each keep one, a PUT takes a tenth more
 * CPU time: they survive the collection of young objects.
 */
export function forgetWhenDone(res: ServerResponse): void {
  // An app may have made the message without a connection.
  const socket: Connection | null = res.req.socket;
  if (socket?.[latest] !== res) return;
  if (isDone(res)) socket[latest] = undefined;
  // Before Node.js 24 few responses need this: they have finished when the kernel has taken them.
  else if (!res.writableFinished) res.on('finish', () => forgetWhenDone(res));
}

/** Whether the response was sent, and the request has come, wholly. */
export function isDone(res: ServerResponse): boolean {
  return res.writableFinished && res.req.complete;
}

/** The response to the latest request of the connection; `undefined` where there is none, or it is known to be done. */
export function latestResponse(socket: Connection): ServerResponse | undefined {
  return socket[latest];
}

/** Calls `callback` when every request that the connection has so far has its response, or the connection is closed. */
export function afterLatestResponse(socket: Connection, callback: () => void): void {
  const res = socket[latest];
  if (!res || res.writableFinished || socket.closed) {
    callback();
    return;
  }
  const call = () => {
    res.off('finish', call);
    socket.off('close', call);
    callback();
  };
  // A response that waits for its turn does not learn that the connection is closed.
  res.once('finish', call);
  socket.once('close', call);
}

/** The open connections of a server, as a set that is kept up to date. Call it before the server listens. */
export function trackConnections(server: Server, event = 'connection'): ReadonlySet<Socket> {
  const connections = new Set<Socket>();
  server.on(event, (socket: Socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  return connections;
}

/** What the last check of a connection found. */
interface Seen {
  bytes: number;
  quiet: number;
  queue?: string | undefined;
}

/**
 * @throws {OptionError} unless `timeout` is a number of milliseconds, at least `min`, that a timer of Node.js can wait.
 */
export function checkTimeout(option: string, timeout: unknown, min: number): void {
  if (typeof timeout !== 'number' || !(timeout >= min && timeout <= maxTimeout)) {
    throw new OptionError(option, `a number of milliseconds from ${min} to ${maxTimeout}`);
  }
}

/**
 * Closes connections on which nothing has moved for `idleTimeout` milliseconds, and up to a quarter more. It checks
 * four times in that time, which costs requests nothing: `server.timeout` of node:http would restart a timer whenever
 * something moves. It asks the kernel only about connections that seem idle while a response waits to be sent.
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
  const check = async () => {
    const waiting: Socket[] = [];
    for (const socket of connections) {
      const seen = seenOf(socket);
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      seen.quiet = bytes === seen.bytes ? seen.quiet + 1 : 0;
      seen.bytes = bytes;
      if (seen.quiet === 0) seen.queue = undefined;
      if (seen.quiet > 0 && socket.writableLength > 0) waiting.push(socket);
      else if (seen.quiet >= maxQuietChecks) socket.destroy();
    }
    const queues = waiting.length > 0 ? await sendQueues(waiting) : new Map();
    for (const socket of waiting) {
      if (!connections.has(socket)) continue;
      const seen = seenOf(socket);
      const queue = queues.get(socket);
      if (seen.queue !== undefined && queue !== seen.queue) seen.quiet = 0;
      seen.queue = queue;
      if (seen.quiet >= maxQuietChecks) socket.destroy();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer ??= setInterval(() => void check(), idleTimeout / maxQuietChecks).unref();
  });
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
}
