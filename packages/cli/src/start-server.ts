import { createServer } from '@location-records/adapters/node';
import { createHandler, type HandlerOptions, type LocationStore } from '@location-records/core';
import { type Connections, watchConnections } from './connections.ts';
import { listen } from './listen.ts';
import { logRequests, type RequestLog } from './request-log.ts';
import type { ServeOptions } from './serve-options.ts';
import { serviceUrl } from './service-url.ts';
import { openStore } from './store-engines.ts';
import { withCors } from './with-cors.ts';

/** Options of {@link startServer}. */
export interface StartOptions extends Omit<ServeOptions, 'quiet' | 'log'> {
  /** Takes down every request. Without it requests are not watched. */
  readonly requestLog?: RequestLog | undefined;
  /** Told the cause of every 500 and of every list that broke off, with the request; of others without one. */
  readonly onError: (...args: Partial<Parameters<NonNullable<HandlerOptions['onError']>>>) => void;
}

/** A service that answers requests. */
export interface RunningServer {
  /** The base URL, with the address really bound. */
  readonly url: string;
  /**
   * Finishes what is under way, for up to `graceMs` milliseconds, then closes the store.
   * @default 10_000
   */
  close(graceMs?: number): Promise<void>;
}

/**
 * Opens the store and serves it. The store is closed again when it cannot start.
 *
 * @throws {StoreError} when the store cannot be opened.
 * @throws {StartError} when the address cannot be had.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const store = await openStore(options.store);
  try {
    return await serveStore(store, options);
  } catch (error) {
    // Why it cannot start matters more than how the store ends.
    await store.close().catch(() => {});
    throw error;
  }
}

async function serveStore(store: LocationStore, options: StartOptions): Promise<RunningServer> {
  const { port, host, basePath = '/', cors, requestLog, onError } = options;
  const { bodyLimit, strictCoordinates, unknownMembers, absentDescription } = options;
  const handle = createHandler({
    store,
    basePath,
    bodyLimit,
    strictCoordinates,
    unknownMembers,
    absentDescription,
    onError,
  });
  const server = createServer(cors === undefined ? handle : withCors(handle, cors));
  if (requestLog) logRequests(server, requestLog);
  const connections: Connections = watchConnections(server);
  const address = await listen(server, port, host);
  // A connection that cannot be accepted (no file descriptor left) is no reason to end.
  server.on('error', (error) => onError(error));
  return {
    url: serviceUrl(address, basePath),
    async close(graceMs = 10_000) {
      await connections.end(graceMs);
      await store.close();
    },
  };
}
