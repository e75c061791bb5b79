import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** When this many requests of a connection wait, the connection is not read until all of them have had their turn. */
const maxWaiting = 16;

/** The requests of one connection that wait for their turn. */
interface Queue {
  length: number;
  isHeld: boolean;
}

const queues = new WeakMap<Socket, Queue>();

/**
 * Waits until the responses to the earlier requests of the connection are done, when `res` gets its socket. Pipelined
 * requests are served one after another, since a later one may depend on what an earlier one does (RFC 9112 section
 * 9.3.2). node:http stops reading only when it holds back many bytes of early responses. Here no response is early, so
 * it would read on without bound.
 */
export async function waitForTurn(res: ServerResponse): Promise<void> {
  const { socket } = res.req;
  const queue = queues.get(socket) ?? { length: 0, isHeld: false };
  queues.set(socket, queue);
  queue.length++;
  if (queue.length >= maxWaiting && !queue.isHeld) {
    queue.isHeld = true;
    // Code that reads the body of an earlier request resumes the connection.
    socket.on('resume', pause).pause();
  }
  await new Promise<void>((resolve) => {
    res.once('socket', () => resolve());
  });
  queue.length--;
  if (queue.length === 0 && queue.isHeld) {
    queue.isHeld = false;
    socket.off('resume', pause).resume();
  }
}

function pause(this: Socket): void {
  this.pause();
}
