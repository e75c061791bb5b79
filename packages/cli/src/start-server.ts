import { createServer } from '@location-records/adapters/node';
import { createHandler, type Handler, type HandlerOptions, type LocationStore } from '@location-records/core';
import { type Connections, watchConnections } from './connections.ts';
import { createExplanations } from './explanations.ts';
import { listen } from './listen.ts';
import { logRequests, type RequestLog } from './request-log.ts';
import type { ServeOptions } from './serve-options.ts';
import { serviceUrl } from './service-url.ts';
import { openStore } from './store-engines.ts';
import { createWaitingHandler } from './waiting-handler.ts';
import { withCors } from './with-cors.ts';

/** Options of {@link startServer}. */
export interface StartOptions extends Omit<ServeOptions, 'quiet' | 'log'> {
  /** Takes down every request. Without it requests are not watched. */
  readonly requestLog?: RequestLog | undefined;
  /** Told the cause of every 500 and of every list that broke off, with the request; of others without one. */
  readonly onError: (...args: Partial<Parameters<NonNullable<HandlerOptions['onError']>>>) => void;
  /** Gives up the start. Later it has no effect. */
  readonly signal?: AbortSignal | undefined;
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
 * Binds the address, and then opens the store and serves it: a command that does not get its port leaves no new
 * database behind. Requests that come in between wait; their connections are cut when the store cannot be opened.
 *
 * @throws {StoreError} when the store cannot be opened.
 * @throws {StartError} when the address cannot be had.
 * @throws the reason of the signal when that gives up.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { port, host, basePath = '/', requestLog, explain, maxLogSize, onError, signal } = options;
  const waiting = createWaitingHandler();
  const explanations = explain ? createExplanations() : undefined;
  const server = createServer(explanations?.note(waiting.handle) ?? waiting.handle);
  if (requestLog) logRequests(server, requestLog, explanations?.of);
  const connections: Connections = watchConnections(server);
  const address = await listen(server, port, host, signal);
  // A connection that cannot be accepted (no file descriptor left) is no reason to end.
  server.on('error', (error) => onError(error));
  try {
    const store = await openStore(options.store, { signal, maxLogSize, onWarning: onError });
    waiting.answerWith(createService(store, options));
    return {
      url: serviceUrl(address, basePath),
      async close(graceMs = 10_000) {
        await connections.end(graceMs);
        await store.close();
      },
    };
  } catch (error) {
    await connections.end(0);
    throw error;
  }
}

function createService(store: LocationStore, options: StartOptions): Handler {
  const { basePath, bodyLimit, strictCoordinates, unknownMembers, absentDescription, cors, onError } =
    options;
  const handle = createHandler({
    store,
    basePath,
    bodyLimit,
    strictCoordinates,
    unknownMembers,
    absentDescription,
    onError,
  });
  return cors === undefined ? handle : withCors(handle, cors);
}
