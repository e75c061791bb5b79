import { createServer, type Guard } from '@location-records/adapters/node';
import { createHandler, type Handler } from '@location-records/core';
import { openStore } from '../../store-urls/store-urls.ts';
import { createGuard } from './guard.ts';
import { listen } from './listen.ts';
import { createRequestLog, fieldsOf, type LogEntry, type RequestFields } from './request-log.ts';
import type { ServeOptions } from './serve-command.ts';
import { serviceUrl } from './service-url.ts';
import { withCors } from './with-cors.ts';

/** Options of {@link startServer}. */
interface StartOptions extends Omit<ServeOptions, 'quiet' | 'log' | 'grace'> {
  /** Called with every request when its response has ended. Without it requests are not observed. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
  /** Called with the cause of every 500 and of every aborted list, and with problems that belong to no request. */
  readonly onError: (error: unknown, request?: RequestFields) => void;
  /** Aborts the start. Later it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

/** A service that handles requests. */
export interface RunningServer {
  /** The base URL, with the address that is actually bound. */
  readonly url: string;
  /** How many requests are active; pipelined requests of one connection count as one. */
  underWay(): number;
  /** Lets active requests finish for up to `timeout` milliseconds, then closes the store. Resolves to how many were cut. */
  close(timeout: number): Promise<number>;
}

/**
 * Binds the address before it opens the store: a command that cannot get its port creates no database. Requests wait until
 * the store is open; their connections are cut when it cannot be opened.
 *
 * @throws {StoreError} when the store cannot be opened.
 * @throws {StartError} when the address is not available.
 * @throws the reason of the signal when it is aborted.
 */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { port, host, allowedHost = [], cors = [], onRequest, explain, onError, signal } = options;
  const {
    basePath = '/',
    bodyLimit,
    strictCoordinates,
    unknownMembers,
    absentDescription,
    maxLogSize,
  } = options;
  const waiting = createWaitingHandler();
  const log = onRequest && createRequestLog(onRequest, explain);
  const refuse = createGuard({ allowedHosts: allowedHost, allowedOrigins: cors });
  // Guarded until the address is known, which is before the first request can be read.
  let isGuarded = true;
  const guard: Guard = (head, name) => (isGuarded ? refuse(head, name) : undefined);
  const server = createServer(waiting.handle, { guard, onRequest: log?.observe });
  const address = await listen(server, port, host, signal);
  isGuarded = allowedHost.length > 0 || isLoopback(address.address);
  // The server goes on when a connection cannot be accepted (no file descriptor left).
  server.on('error', (error) => onError(error));
  try {
    const store = await openStore(options.store, { signal, maxLogSize, onWarning: onError });
    const handle = createHandler({
      store,
      basePath,
      bodyLimit,
      strictCoordinates,
      unknownMembers,
      absentDescription,
      onError: (error, request) => onError(error, log?.failed(request) ?? fieldsOf(request)),
    });
    waiting.respondWith(cors.length === 0 ? handle : withCors(handle, cors));
    return {
      url: serviceUrl(address, basePath),
      underWay: server.activeRequests,
      async close(timeout) {
        const { requestsCut } = await server.shutdown({ timeout });
        await store.close();
        return requestsCut;
      },
    };
  } catch (error) {
    await server.shutdown({ timeout: 0 });
    throw error;
  }
}

/** An address that only this machine can reach. */
function isLoopback(address: string): boolean {
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

/** A handler whose requests wait for another handler. */
interface WaitingHandler {
  readonly handle: Handler;
  /** Passes the waiting requests, and all later requests, to `handler`. To be called once. */
  respondWith(handler: Handler): void;
}

/** Creates a handler whose requests wait. Without a call of `respondWith` they get no response. */
function createWaitingHandler(): WaitingHandler {
  let resolve = (_handler: Handler) => {};
  const known = new Promise<Handler>((settle) => {
    resolve = settle;
  });
  let current: Handler = async (request) => (await known)(request);
  return {
    handle: (request) => current(request),
    respondWith(handler) {
      current = handler;
      resolve(handler);
    },
  };
}
