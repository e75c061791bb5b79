import { createServer, type Guard } from '@location-records/adapters/node';
import type { Handler, HandlerOptions } from '@location-records/core';
import type { DataChanges } from './data-file.ts';
import { createGuard } from './guard.ts';
import { listen } from './listen.ts';
import { createRequestLog, fieldsOf, type LogEntry, type RequestFields } from './request-log.ts';
import type { ServiceOptions } from './service-options.ts';
import { serviceUrl } from './service-url.ts';
import { withCors } from './with-cors.ts';

/** What responds to the requests of a server. */
interface OpenedService {
  readonly handle: Handler;
  /** Called when the server has ended. */
  close(): Promise<void>;
}

/** Opens what responds, when the address is bound. */
export type OpenService = (options: OpenServiceOptions) => Promise<OpenedService>;

/** Options of {@link OpenService}. */
export interface OpenServiceOptions {
  readonly handlerOptions: Omit<HandlerOptions, 'store'>;
  /** Aborts the opening. */
  readonly signal: AbortSignal | undefined;
  /** Takes problems that belong to no request. */
  readonly onWarning: (error: unknown) => void;
  /** Takes how far the index of area queries is. */
  readonly onIndexing: (step: 'begin' | 'end') => void;
  /** Takes what a new reading of the file of `--data` has changed. */
  readonly onReload: (changes: DataChanges) => void;
}

/** How what serves is started. */
export interface StartOptions extends Omit<ServiceOptions, 'quiet' | 'log' | 'grace'> {
  /** Called with every request when its response has ended. Without it requests are not observed. */
  readonly onRequest?: ((entry: LogEntry) => void) | undefined;
  /** Called with the cause of every 500 and of every aborted list, and with problems that belong to no request. */
  readonly onError: (error: unknown, request?: RequestFields) => void;
  /** Called when an index of area queries is missing and is being built, and when it is complete. */
  readonly onIndexing?: ((step: 'begin' | 'end') => void) | undefined;
  /** Called with what a new reading of the file of `--data` has changed. */
  readonly onReload?: ((changes: DataChanges) => void) | undefined;
  /** Aborts the start. Later it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

/** A service that handles requests. */
export interface RunningServer {
  /** The base URL, with the address that is actually bound. */
  readonly url: string;
  /** How many requests are active; pipelined requests of one connection count as one. */
  underWay(): number | Promise<number>;
  /** Lets active requests finish for up to `timeout` milliseconds, then closes the service. Resolves to how many were cut. */
  close(timeout: number): Promise<number>;
  /** Cuts off what is under way, so that no client takes a part of a list for the whole. */
  cut(): Promise<void>;
  /** Rejects when it cannot go on serving. */
  readonly broken?: Promise<never> | undefined;
}

/**
 * Binds the address before it opens the service: a command that cannot get its port creates no database. Requests wait
 * until the service is open; their connections are cut when it cannot be opened.
 *
 * @throws {StoreError} when its store cannot be opened.
 * @throws {StartError} when the address is not available.
 * @throws the reason of the signal when it is aborted.
 */
export async function startServer(
  options: StartOptions & { readonly open: OpenService },
): Promise<RunningServer> {
  const { port, host, open, allowedHost = [], cors = [], onRequest, explain, onError, signal } = options;
  const { basePath = '/', bodyLimit, strictCoordinates, unknownMembers, absentDescription } = options;
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
    const service = await open({
      handlerOptions: {
        basePath,
        bodyLimit,
        strictCoordinates,
        unknownMembers,
        absentDescription,
        onError: (error, request) => onError(error, log?.failed(request) ?? fieldsOf(request)),
      },
      signal,
      onWarning: onError,
      onIndexing: options.onIndexing ?? (() => {}),
      onReload: options.onReload ?? (() => {}),
    });
    waiting.respondWith(cors.length === 0 ? service.handle : withCors(service.handle, cors));
    return {
      url: serviceUrl(address, basePath),
      underWay: server.activeRequests,
      async close(timeout) {
        const { requestsCut } = await server.shutdown({ timeout });
        await service.close();
        return requestsCut;
      },
      async cut() {
        await server.shutdown({ timeout: 0 });
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
