import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What to call when a connection ends: one listener for all, as node:events warns of more than ten. */
const waiting = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls `tell` when the connection ends before the turn of a response has come. A pipelined response that waits
 * for its turn has no connection yet: before Node 24 it learns nothing of its end.
 */
export function tellIfCutBeforeTurn(socket: Socket, res: ServerResponse, tell: () => void): void {
  const calls = waiting.get(socket) ?? new Set();
  if (!waiting.has(socket)) {
    waiting.set(socket, calls);
    socket.once('close', () => {
      for (const call of calls) call();
    });
  }
  calls.add(tell);
  // From now on it learns of the end itself; a connection that stays must not keep its past responses.
  res.once('socket', () => calls.delete(tell));
}
