import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { OptionError } from '@location-records/core';

/** The most that a timer of Node.js can wait. */
const maxTimeout = 2 ** 31 - 1;
/** After how many looks in a row at which nothing has moved a connection is closed. */
const looks = 4;

/**
 * Closes connections on which nothing has moved for `idleTimeout` milliseconds, and up to a quarter more. node:http
 * has `server.timeout` for that, which sets a timer anew whenever something moves; looking now and then costs
 * requests nothing.
 */
export function closeIdleConnections(server: Server, idleTimeout: number): void {
  if (typeof idleTimeout !== 'number' || !(idleTimeout >= 1 && idleTimeout <= maxTimeout)) {
    throw new OptionError('idleTimeout', `a number of milliseconds from 1 to ${maxTimeout}`);
  }
  const connections = new Map<Socket, { bytes: number; quiet: number }>();
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { bytes: 0, quiet: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  const look = () => {
    for (const [socket, seen] of connections) {
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength;
      seen.quiet = bytes === seen.bytes ? seen.quiet + 1 : 0;
      seen.bytes = bytes;
      if (seen.quiet >= looks) socket.destroy();
    }
  };
  let timer: NodeJS.Timeout | undefined;
  server.on('listening', () => {
    timer ??= setInterval(look, idleTimeout / looks).unref();
  });
  server.on('close', () => {
    clearInterval(timer);
    timer = undefined;
  });
}
