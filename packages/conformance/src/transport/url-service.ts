import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { curlLine } from '../check/curl-line.ts';
import { probe } from '../check/probe.ts';
import { parseServerUrl, targetBelow } from '../check/server-url.ts';
import { checkTimeout } from '../check-arguments.ts';
import type { CaseRequest, Service } from '../http/service.ts';
import { ConnectionPool } from './connection-pool.ts';
import { openConnection } from './socket-connection.ts';
import { encodeRequest } from './socket-service.ts';

/** Options of {@link createUrlService}. */
export interface UrlServiceOptions {
  /**
   * The timeout of every wait for the server, in milliseconds.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Accepts an untrusted certificate.
   * @default false
   */
  readonly insecure?: boolean | undefined;
}

/** A running service behind a base URL. */
export interface UrlService extends Pick<Service, 'request'> {
  /** The base URL, without a slash at its end. */
  readonly url: string;
  /**
   * Sends GET for the list, to find out whether the service responds.
   *
   * @throws {CheckError} (rejects) when there is no response. Its message says why, and what to do.
   */
  reach(): Promise<void>;
  /** The POSIX shell command that sends a request with curl. */
  curlCommand(request: CaseRequest): string;
  /** Closes idle connections, so that the next request has a new one. */
  reconnect(): void;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Makes a service of a base URL: http or https, a host, an optional port and an optional path. Targets are
 * relative to that path. It reuses connections, which makes it faster than `createSocketService`. A request without
 * a response on an idle connection is sent again on a new one.
 *
 * @throws {CheckError} when the URL has another form.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * const service = createUrlService('http://127.0.0.1:8080/locations');
 * const { status } = await service.request({ method: 'GET', target: '/eiffel-tower' });
 * service.close();
 */
export function createUrlService(url: string, options?: UrlServiceOptions): UrlService {
  const { timeout = 5000, insecure = false } = checkOptionNames(options, ['timeout', 'insecure']);
  checkTimeout(timeout);
  checkOptionTypes('boolean', { insecure });
  const server = { ...parseServerUrl(url), insecure, fields: [] };
  const { host, port, authority, basePath } = server;
  const tls = server.isSecure ? { insecure } : undefined;
  const connections = new ConnectionPool(() => openConnection({ host, port, timeout, tls }));
  const moved = (request: CaseRequest) => {
    const target = targetBelow(basePath, request.target);
    if (target === undefined) throw new Error(`The target ${request.target} would leave the base path.`);
    return { ...request, target };
  };
  const send = async (request: CaseRequest) =>
    connections.exchange(encodeRequest(authority, moved(request)), request.method);
  return {
    url: server.url,
    request: send,
    reach: async () => void (await probe(server, timeout, (target) => send({ method: 'GET', target }))),
    curlCommand: (request) => curlLine([moved(request)], server),
    reconnect: () => connections.close(),
    close: () => connections.close(),
  };
}
