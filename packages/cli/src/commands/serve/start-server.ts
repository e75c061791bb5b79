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
export interface StartOptions extends Omit<ServeOptions, 'quiet' | 'log' | 'grace'> {
  /** Told of every request when its response has ended. Without it requests are not watched. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
  /** Told the cause of every 500 and of every list that broke off, with the request; of others without one. */
  readonly onError: (error: unknown, request?: RequestFields) => void;
  /** Gives up the start. Later it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

/** A service that answers requests. */
export interface RunningServer {
  /** The base URL, with the address really bound. */
  readonly url: string;
  /** How many requests are under way; pipelined ones of a connection count as one. */
  underWay(): number;
  /** Finishes what is under way, for up to `graceMs` milliseconds, then closes the store. Resolves to how many were cut. */
  close(graceMs: number): Promise<number>;
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
  // Until the address is known, which is before the first request can be read.
  let isGuarded = true;
  const guard: Guard = (head, name) => (isGuarded ? refuse(head, name) : undefined);
  const server = createServer(waiting.handle, { guard, onRequest: log?.observe });
  const address = await listen(server, port, host, signal);
  isGuarded = allowedHost.length > 0 || isLoopback(address.address);
  // A connection that cannot be accepted (no file descriptor left) is no reason to end.
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
    waiting.answerWith(cors.length === 0 ? handle : withCors(handle, cors));
    return {
      url: serviceUrl(address, basePath),
      underWay: server.activeRequests,
      async close(graceMs) {
        const { requestsCut } = await server.shutdown({ graceMs });
        await store.close();
        return requestsCut;
      },
    };
  } catch (error) {
    await server.shutdown({ graceMs: 0 });
    throw error;
  }
}

/** An address that only this machine can reach. */
function isLoopback(address: string): boolean {
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

/** A handler that keeps its requests waiting until it is known who answers them. */
export interface WaitingHandler {
  readonly handle: Handler;
  /** Lets `handler` answer the requests that wait, and all others. To be called once. */
  answerWith(handler: Handler): void;
}

/** Makes a handler whose requests wait. Those for which `answerWith` is never called stay without an answer. */
export function createWaitingHandler(): WaitingHandler {
  let resolve = (_handler: Handler) => {};
  const known = new Promise<Handler>((settle) => {
    resolve = settle;
  });
  let current: Handler = async (request) => (await known)(request);
  return {
    handle: (request) => current(request),
    answerWith(handler) {
      current = handler;
      resolve(handler);
    },
  };
}
