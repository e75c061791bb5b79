import type { Server as SecureServer } from 'node:https';
import { createGuard } from '@location-records/adapters/guard';
import { createServer, type Guard } from '@location-records/adapters/node';
import type { OpenApiOptions } from '@location-records/console';
import type { Handler, HandlerOptions } from '@location-records/core';
import type { AdminListener } from '../../operations/admin-listener.ts';
import { connectionAddress, forwardedAddress } from '../../operations/client-address.ts';
import { Health } from '../../operations/health.ts';
import { serverLimits, withLimits } from '../../operations/limits.ts';
import { type Bound, isLoopback, type ListenTarget, listenAt } from '../../operations/listen.ts';
import type { Metrics, MetricsSnapshot } from '../../operations/metrics.ts';
import type { OnReload } from '../../operations/reload.ts';
import type { TlsFiles } from '../../operations/tls.ts';
import { adviseFlag, protectiveFields, withCors } from './access.ts';
import { type Beside, type Places, serviceUrl } from './announcement.ts';
import { errorEvent, type Report } from './log-lines.ts';
import { createRequestLog, fieldsOf } from './request-log.ts';
import type { ListenOptions, ServiceOptions } from './serve-options.ts';

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
  /** What the description of the service says of the server around its handler. */
  readonly openApi: Pick<OpenApiOptions, 'tokens' | 'rate' | 'maxRequests' | 'sections'>;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
  readonly report: Report;
}

/** How what serves is started. */
export interface StartOptions
  extends Omit<ServiceOptions, 'quiet' | 'log' | 'grace' | 'drainDelay'>,
    ListenOptions {
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
  /** Whether requests are observed and reported. */
  readonly logsRequests: boolean;
  readonly report: Report;
  /** The descriptor of a listening socket to use in place of `host` and `port`. */
  readonly inherited?: number | undefined;
  /** Adds what the service does when it is asked to read its files again. */
  readonly onReload?: OnReload | undefined;
  /** Resolves to the metrics of all processes that serve together, if there are several. */
  readonly gatherMetrics?: (() => Promise<string>) | undefined;
  readonly tokenFile?: string | undefined;
}

/** A service that handles requests. */
export interface RunningServer extends Beside, Places {
  /** The base URL, with the address that is actually bound, or `localhost` for clients of a Unix socket. */
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
  /** Resolves to the metrics of this process, with `--metrics`. */
  readonly metricsSnapshot?: (() => Promise<MetricsSnapshot>) | undefined;
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
  const { open, allowedHost = [], cors = [], logsRequests, explain, report, signal } = options;
  const { basePath = '/', bodyLimit, strictCoordinates, unknownMembers, absentDescription, etags } = options;
  const { trustProxy } = options;
  const protect = await protection(options);
  const clientAddress = trustProxy === undefined ? connectionAddress : forwardedAddress(trustProxy);
  const log = logsRequests ? createRequestLog(report, { explain, basePath, clientAddress }) : undefined;
  const metrics = await metricsOf(options);
  const access = { allowedOrigins: cors, advise: adviseFlag };
  let refuse = createGuard({ ...access, allowedHosts: allowedHost });
  const guard: Guard = (head, name) => refuse(head, name);
  let serve = (_handle: Handler) => {};
  const opened = new Promise<Handler>((resolve) => {
    serve = resolve;
  });
  let handle: Handler = async (request) => (await opened)(request);
  const health = new Health(basePath);
  const tls = await securing(options);
  const server = createServer(
    health.layer((request) => handle(request)),
    {
      ...serverLimits(options),
      guard,
      headers: protectiveFields(cors),
      onRequest: joined(log?.observe, metrics?.observe),
      tls: tls?.options,
    },
  );
  metrics?.watch(server);
  tls?.renew(server as unknown as SecureServer);
  const onError = (error: unknown) => report(errorEvent(error));
  const bound = await listenAt(server, targetOf(options), { signal });
  // The address is known before the first request can be read. No page of the web reaches a Unix socket.
  if (allowedHost.length === 0 && !isLoopback(bound.address?.address ?? '')) refuse = createGuard(access);
  // The server goes on when a connection cannot be accepted (no file descriptor left).
  server.on('error', onError);
  let admin: AdminListener | undefined;
  try {
    if (options.admin !== undefined) {
      const { nothingElse, startAdmin } = await import('../../operations/admin-listener.ts');
      admin = await startAdmin(
        options.admin,
        health.layer(metrics ? metrics.route(nothingElse) : nothingElse),
        { signal, onError },
      );
    }
    const service = await open({
      handlerOptions: {
        basePath,
        bodyLimit,
        strictCoordinates,
        unknownMembers,
        absentDescription,
        etags,
        onError: (error, request) => report(errorEvent(error, log?.failed(request) ?? fieldsOf(request))),
      },
      openApi: {
        tokens: options.tokenFile !== undefined,
        rate: options.rate !== undefined,
        maxRequests: options.maxRequests !== undefined,
        sections: ['livez', 'readyz', ...(metrics && !admin ? (['metrics'] as const) : [])],
      },
      signal,
      report,
    });
    const protectedHandle = protect(metrics && !admin ? metrics.route(service.handle) : service.handle);
    const limited = await withLimits(protectedHandle, options, clientAddress);
    handle = cors.length === 0 ? limited : withCors(limited, cors);
    serve(handle);
    health.open(service.probe ?? (async () => {}));
    return {
      url: urlOf(bound, basePath, tls === undefined ? 'http' : 'https'),
      socket: bound.socket,
      admin: admin && (admin.bound.socket ?? urlOf(admin.bound, basePath)),
      hasDoor: service.hasDoor,
      hasAreas: service.hasAreas,
      activeRequests: server.activeRequests,
      drain: () => health.drain(),
      metricsSnapshot: metrics?.snapshot,
      async close(timeout) {
        const { requestsCut } = await server.shutdown({ timeout });
        await service.close();
        if (admin) await admin.close();
        metrics?.close();
        return requestsCut;
      },
      async cut() {
        await server.shutdown({ timeout: 0 });
      },
    };
  } catch (error) {
    await server.shutdown({ timeout: 0 });
    await admin?.close();
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
  report,
}: StartOptions): Promise<(handle: Handler) => Handler> {
  if (tokenFile === undefined) return (handle) => handle;
  const { createTokens, warningsAbout } = await import('../../operations/tokens.ts');
  const tokens = createTokens(tokenFile, basePath);
  const read = async () => {
    await tokens.read();
    for (const warning of await warningsAbout(tokenFile)) report(errorEvent(new Error(warning)));
  };
  onReload?.(read, '--token-file');
  await tokens.read();
  return tokens.protect;
}

function targetOf({ inherited, socket, port, host }: StartOptions): ListenTarget {
  if (inherited !== undefined) return { fd: inherited };
  return socket === undefined ? { port, host } : { path: socket };
}

/** A Unix socket has no host of its own: clients name `localhost`. */
function urlOf({ address }: Bound, basePath: string, scheme: 'http' | 'https' = 'http'): string {
  return serviceUrl(address ?? 'localhost', basePath, scheme);
}

/**
 * Returns the metrics of the service, if they are wanted.
 *
 * @throws {StartError} (rejects) when their library is missing.
 */
async function metricsOf({ metrics, basePath, gatherMetrics }: StartOptions): Promise<Metrics | undefined> {
  if (!metrics) return undefined;
  const { createMetrics } = await import('../../operations/metrics.ts');
  return createMetrics({ basePath, gather: gatherMetrics });
}

/** Returns a function that calls both, or the only one there is. */
function joined<T>(
  first: ((value: T) => void) | undefined,
  second: ((value: T) => void) | undefined,
): ((value: T) => void) | undefined {
  if (!first || !second) return first ?? second;
  return (value) => {
    first(value);
    second(value);
  };
}

/**
 * Returns the certificate of the service, if it has one, and what renews it when the service reads its files
 * again.
 *
 * @throws {StartError} (rejects) when its files cannot be used.
 */
async function securing({ tlsCert, tlsKey, tlsClientCa, onReload }: StartOptions) {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  const { clientOptions, readTls } = await import('../../operations/tls.ts');
  const files: TlsFiles = { cert: tlsCert, key: tlsKey, clientCa: tlsClientCa };
  return {
    options: { ...(await readTls(files)), ...clientOptions(files) },
    renew(server: SecureServer) {
      onReload?.(async () => server.setSecureContext(await readTls(files)), '--tls-cert and --tls-key');
    },
  };
}
