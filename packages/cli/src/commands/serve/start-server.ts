import type { AddressInfo, Server } from 'node:net';
import { createGuard } from '@location-records/adapters/guard';
import { createServer, type Guard } from '@location-records/adapters/node';
import type { Handler, HandlerOptions } from '@location-records/core';
import { StartError } from '../../errors.ts';
import { connectionAddress, forwardedAddress } from '../../operations/client-address.ts';
import { Health } from '../../operations/health.ts';
import { serverLimits, withLimits } from '../../operations/limits.ts';
import type { OnReload } from '../../operations/reload.ts';
import { describeError } from '../../output/describe-error.ts';
import { adviseFlag, protectiveFields, withCors } from './access.ts';
import { type Beside, serviceUrl } from './announcement.ts';
import { errorEvent, type Report } from './log-lines.ts';
import { createRequestLog, fieldsOf } from './request-log.ts';
import type { ServiceOptions } from './serve-options.ts';

/** Opens what responds, when the address is bound. */
export type OpenService = (options: OpenServiceOptions) => Promise<OpenedService>;

/** What responds. */
interface OpenedService extends Beside {
  readonly handle: Handler;
  /**
   * Resolves when the store answers.
   * @default at once
   */
  probe?(): Promise<unknown>;
  /** Called when the server has ended. */
  close(): Promise<void>;
}

/** Options of {@link OpenService}. */
export interface OpenServiceOptions {
  readonly handlerOptions: Omit<HandlerOptions, 'store'>;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
}

/** How what serves is started. */
export interface StartOptions extends Omit<ServiceOptions, 'quiet' | 'log' | 'grace' | 'drainDelay'> {
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** Whether requests are observed and reported. */
  readonly logsRequests: boolean;
  readonly report: Report;
  /** Adds what the service does when it is asked to read its files again. */
  readonly onReload?: OnReload | undefined;
  readonly tokenFile?: string | undefined;
}

/** A service that handles requests. */
export interface RunningServer extends Beside {
  /** The base URL, with the address that is actually bound. */
  readonly url: string;
  /** Returns how many requests are active; pipelined requests of one connection count as one. */
  readonly activeRequests?: () => number;
  /** Tells load balancers that it will stop, and serves on. */
  drain(): void;
  /**
   * Lets active requests finish for up to `timeout` milliseconds, then closes the service. Resolves to how
   * many were cut.
   */
  close(timeout: number): Promise<number>;
  /** Cuts active requests off, so that no client gets a part of a list as the whole. */
  cut(): Promise<void>;
  /** Rejects when it cannot go on serving. */
  readonly broken?: Promise<never> | undefined;
}

/**
 * Binds the address before it opens the service: a command that cannot get its port creates no database.
 * Requests wait until the service is open; their connections are cut if it cannot be opened.
 *
 * @throws {StoreError} when its store cannot be opened.
 * @throws {StartError} when the address is not available.
 * @throws the reason of the signal when it is aborted.
 */
export async function startServer(
  options: StartOptions & { readonly open: OpenService },
): Promise<RunningServer> {
  const { port, host, open, allowedHost = [], cors = [], logsRequests, explain, report, signal } = options;
  const { basePath = '/', bodyLimit, strictCoordinates, unknownMembers, absentDescription } = options;
  const { trustProxy } = options;
  const protect = await protection(options);
  const clientAddress = trustProxy === undefined ? connectionAddress : forwardedAddress(trustProxy);
  const log = logsRequests ? createRequestLog(report, explain, clientAddress) : undefined;
  const access = { allowedOrigins: cors, advise: adviseFlag };
  let refuse = createGuard({ ...access, allowedHosts: allowedHost });
  const guard: Guard = (head, name) => refuse(head, name);
  let serve = (_handle: Handler) => {};
  const opened = new Promise<Handler>((resolve) => {
    serve = resolve;
  });
  let handle: Handler = async (request) => (await opened)(request);
  const health = new Health(basePath);
  const server = createServer(
    health.layer((request) => handle(request)),
    {
      ...serverLimits(options),
      guard,
      headers: protectiveFields(cors),
      onRequest: log?.observe,
    },
  );
  const address = await listen(server, port, host, signal);
  // The address is known before the first request can be read.
  if (allowedHost.length === 0 && !isLoopback(address.address)) refuse = createGuard(access);
  // The server goes on when a connection cannot be accepted (no file descriptor left).
  server.on('error', (error) => report(errorEvent(error)));
  try {
    const service = await open({
      handlerOptions: {
        basePath,
        bodyLimit,
        strictCoordinates,
        unknownMembers,
        absentDescription,
        onError: (error, request) => report(errorEvent(error, log?.failed(request) ?? fieldsOf(request))),
      },
      signal,
      report,
    });
    const limited = await withLimits(protect(service.handle), options, clientAddress);
    handle = cors.length === 0 ? limited : withCors(limited, cors);
    serve(handle);
    health.open(service.probe ?? (async () => {}));
    return {
      url: serviceUrl(address, basePath),
      hasDoor: service.hasDoor,
      hasAreas: service.hasAreas,
      activeRequests: server.activeRequests,
      drain: () => health.drain(),
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

/**
 * Returns what refuses requests without a token, if the service has a token file.
 *
 * @throws {StartError} (rejects) when the file cannot be used.
 */
async function protection({
  tokenFile,
  basePath = '/',
  onReload,
}: StartOptions): Promise<(handle: Handler) => Handler> {
  if (tokenFile === undefined) return (handle) => handle;
  const { createTokens } = await import('../../operations/tokens.ts');
  const tokens = createTokens(tokenFile, basePath);
  onReload?.(tokens.read, '--token-file');
  await tokens.read();
  return tokens.protect;
}

/** Whether only this machine can reach an address. */
export function isLoopback(address: string): boolean {
  return /^(?:::1$|(?:::ffff:)?127\.)/.test(address);
}

/**
 * Binds the server, and resolves to its actual address.
 *
 * @throws {StartError} when it cannot.
 * @throws the reason of the signal when it is aborted.
 */
export function listen(
  server: Server,
  port: number,
  host: string,
  signal?: AbortSignal,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) =>
      reject(new StartError(adviceFor(error, port, host), { cause: error }));
    const giveUp = () => reject(signal?.reason);
    signal?.addEventListener('abort', giveUp);
    server.once('error', refuse);
    server.listen({ port, host }, () => {
      server.off('error', refuse);
      signal?.removeEventListener('abort', giveUp);
      resolve(server.address() as AddressInfo);
      // A name lookup cannot be aborted, so the address may come after the signal.
      if (signal?.aborted) server.close();
    });
  });
}

function adviceFor(error: NodeJS.ErrnoException, port: number, host: string): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use; stop what listens there, or choose another with --port (0 is any free one).`;
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this user; choose one from 1024 on with --port.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${host} is not an address of this machine; choose one with --host, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `Port ${port} on ${host} cannot be used (${describeError(error)}); choose others with --port and --host.`;
  }
}
