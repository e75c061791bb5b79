import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** The connections of a server, to be ended in an orderly way. */
export interface Connections {
  /** How many connections have a request under way. */
  underWay(): number;
  /**
   * Stops accepting connections, ends the idle ones at once and the others after the responses under way, which
   * say `Connection: close` where that is not too late. What is left after `graceMs` is cut. Resolves when no
   * connection is left and all have emitted `close`, to how many were cut with a request under way.
   */
  end(graceMs: number): Promise<number>;
}

/** Watches the connections of a server that is not listening yet. */
export function watchConnections(server: Server): Connections {
  /** The latest answer on each connection: answers go out in order, so all earlier ones end before it. */
  const latest = new Map<Socket, ServerResponse | undefined>();
  let isEnding = false;
  server.on('connection', (socket: Socket) => {
    latest.set(socket, undefined);
    socket.once('close', () => latest.delete(socket));
  });
  const remember = (req: IncomingMessage, res: ServerResponse) => {
    latest.set(req.socket, res);
    if (isEnding) endAfter(req.socket, res);
  };
  server.prependListener('request', remember);
  server.prependListener('checkContinue', remember);

  const underWay = () => [...latest.values()].filter((res) => res && !isDone(res)).length;

  return {
    underWay,
    async end(graceMs) {
      isEnding = true;
      let cut = 0;
      const limit = setTimeout(() => {
        cut = underWay();
        server.closeAllConnections();
      }, graceMs);
      const closed = closeListener(server);
      for (const [socket, res] of latest) endAfter(socket, res);
      await closed.finally(() => clearTimeout(limit));
      // A server calls itself closed before the connections that were cut, and the answers on them, emit `close`.
      await Promise.all([...latest.keys()].map(closeOf));
      return cut;
    },
  };
}

/** Not `server.close()`: in node:http it destroys connections whose answer waits for a slow reader. */
function closeListener(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    NetServer.prototype.close.call(server, (error) => (error ? reject(error) : resolve()));
  });
}

/** Not `once` of node:events, which rejects when the connection breaks. */
function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve());
  });
}

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
  // A refusal may go out while its body still comes in; a connection closed with unread bytes is reset,
  // which may cost the client its answer.
  if (res.req.complete) announce();
  else res.req.once('end', announce).once('end', end);
  res.once('finish', end);
}

function isDone(res: ServerResponse): boolean {
  return res.writableFinished && res.req.complete;
}
