import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ports that systems assign by themselves, so that no other program gets the port of a stopped
 * server.
 */
const first = 10_000;
const last = 32_000;

/** A free port of the loopback address. A server can be stopped and started again on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first));
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') continue;
      throw error;
    }
    await once(server.close(), 'close');
    return port;
  }
}
