import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Listens on a port of 127.0.0.1 until `leave` is called. */
export async function occupyPort(): Promise<{ readonly port: number; leave(): Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async leave() {
      server.close();
      await once(server, 'close');
    },
  };
}
