import { createServer } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import { breakingOff, serverOptions } from '../fake/listen.ts';

/** A server on this machine, for clients that only a server can reach. */
export interface LocalServer {
  /** Its origin. The first call starts it. */
  origin(): Promise<string>;
  /** Ends its connections. */
  close(): void;
}

/** Makes a server that starts when it is needed, and does not keep the process alive. */
export function createLocalServer(handle: Handler): LocalServer {
  const server = createServer(breakingOff(handle), serverOptions).unref();
  let started: Promise<string> | undefined;
  return {
    origin() {
      started ??= new Promise((resolve, reject) => {
        server.once('error', reject).listen(0, '127.0.0.1', () => {
          resolve(`http://127.0.0.1:${(server.address() as { readonly port: number }).port}`);
        });
      });
      return started;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
