import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection between a client and a server that can be disturbed. */
export interface Proxy {
  readonly port: number;
  /** Forwards nothing in either direction, and accepts new connections silently. */
  hang(): void;
  /** Closes all connections, and every new connection at once. */
  refuse(): void;
  /** Forwards new connections; older ones stay as they are. */
  recover(): void;
  /** Ends it. */
  stop(): Promise<void>;
}

/** Starts a proxy on a free port of the loopback address that forwards connections to `port`. */
export async function startProxy(port: number): Promise<Proxy> {
  let state: 'passes' | 'hangs' | 'refuses' = 'passes';
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    watch(client);
    if (state === 'refuses') client.resetAndDestroy();
    if (state !== 'passes') return;
    const target = connect(port, '127.0.0.1');
    watch(target);
    client.pipe(target).pipe(client);
    client.once('close', () => target.destroy());
    target.once('close', () => client.destroy());
  });
  const watch = (socket: Socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    hang() {
      state = 'hangs';
      for (const socket of sockets) socket.unpipe().pause();
    },
    refuse() {
      state = 'refuses';
      for (const socket of sockets) socket.destroy();
    },
    recover() {
      state = 'passes';
    },
    async stop() {
      const closed = once(server.close(), 'close');
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
