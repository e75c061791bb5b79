import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { onTestFinished, vi } from 'vitest';

/** Listens on a free port of the loopback interface until the test has finished. */
export async function listen(server: Server): Promise<number> {
  const connections = new Set<Socket>();
  server.on('connection', (connection) => connections.add(connection));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    for (const connection of connections) connection.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

/** A client connection that ends with the test. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

/** Everything that comes until the server closes the connection. */
export async function readToEnd(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  // Not `once` of `node:events`, which rejects when the connection is reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(chunks).toString('latin1');
}

/** Sends bytes on a new connection, and resolves to everything received until the server closes it. */
export async function exchange(port: number, ...pieces: readonly string[]): Promise<string> {
  const socket = await dial(port);
  const received = readToEnd(socket);
  for (const piece of pieces) if (!socket.write(piece)) await once(socket, 'drain');
  return received;
}

/** The process warnings that are emitted until the test has finished, which do not reach the terminal. */
export function watchWarnings() {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  return warn;
}
