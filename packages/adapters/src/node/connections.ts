import type { Server } from 'node:http';
import type { Socket } from 'node:net';
// Not the global ones: a timer of jsdom is a number, and a test may have faked them.
import { clearInterval, setInterval } from 'node:timers';
import { OptionError } from '@location-records/core';
import { readSendQueues } from './send-queues.ts';

/** The longest time that a timer of Node.js can wait. */
const maxTimeout = 2 ** 31 - 1;
/** After how many looks in a row at which nothing has moved a connection is closed, or a stream reset. */
export const maxQuietLooks = 4;

/** What the last look at a connection found. */
interface Seen {
  bytes: number;
  quiet: number;
  queue?: string | undefined;
}

/** @throws {OptionError} unless it is a number of milliseconds that a timer of Node.js can wait. */
export function checkIdleTimeout(idleTimeout: unknown): void {
  if (typeof idleTimeout !== 'number' || !(idleTimeout >= 1 && idleTimeout <= maxTimeout)) {
    throw new OptionError('idleTimeout', `a number of milliseconds from 1 to ${maxTimeout}`);
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
  idleTimeout: number,
  sendQueues: typeof readSendQueues = readSendQueues,
): void {
  checkIdleTimeout(idleTimeout);
  const connections = new Map<Socket, Seen>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { bytes: 0, quiet: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const look = async () => {
    const waiting: Socket[] = [];
    for (const [socket, seen] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      seen.quiet = bytes === seen.bytes ? seen.quiet + 1 : 0;
      seen.bytes = bytes;
      if (seen.quiet === 0) seen.queue = undefined;
      if (seen.quiet > 0 && socket.writableLength > 0) waiting.push(socket);
      else if (seen.quiet >= maxQuietLooks) socket.destroy();
    }
    const queues = waiting.length > 0 ? await sendQueues(waiting) : new Map();
    for (const socket of waiting) {
      const seen = connections.get(socket);
      if (!seen) continue;
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
