import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Listens on a free port of the loopback interface until the test has finished, over any protocol. */
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

/** A client connection that ends with the test. With `allowHalfOpen` it stays when the server has ended its side. */
export async function dial(port: number, { allowHalfOpen = false } = {}): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
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
