import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clearInterval, setInterval } from 'node:timers';
import { requestInReading } from './serve-request.ts';

/** How many bytes of a body, or its rest, must arrive in time. */
const minProgress = 16_384;

/** The longest time between two looks at the bodies, in milliseconds. */
const maxInterval = 1000;

/** How much of a body had arrived at a time. */
interface Progress {
  readonly at: number;
  readonly bytes: number;
}

/**
 * Gives up bodies that arrive too slowly, since a client that drips bytes would keep its connection. One timer
 * looks at all connections, so that a body that arrives at once costs nothing.
 *
 * @param time how long 16 KiB of a body, or its rest, may take, in milliseconds.
 */
export function limitBodies(server: Server, time: number): void {
  const sockets = new Set<Socket>();
  const progress = new WeakMap<object, Progress>();
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    for (const socket of sockets) {
      const request = requestInReading(socket);
      if (!request) continue;
      const bytes = request.bytesSoFar as number;
      const seen = progress.get(request);
      if (!seen || bytes - seen.bytes >= minProgress) progress.set(request, { at: now, bytes });
      else if (now - seen.at >= time) server.emit('clientError', slowBody(), socket);
    }
  };
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    sockets.add(socket);
    timer ??= setInterval(look, Math.min(time / 2, maxInterval)).unref();
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    });
  });
}

/** The error that node:http emits for a request that takes longer than `requestTimeout`. */
function slowBody(): NodeJS.ErrnoException {
  return Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
