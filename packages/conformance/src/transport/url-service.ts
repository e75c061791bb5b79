import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { type CheckedServer, checkedServer, parseCheckUrl } from '../check/checked-server.ts';
import { probe } from '../check/probe.ts';
import { underBasePath } from '../check/records/targets.ts';
import { curlLine } from '../check/shell/curl-line.ts';
import { connectionLine } from '../check/shell/shell-lines.ts';
import { checkTimeout } from '../check-arguments.ts';
import type { CaseRequest, Service } from '../http/service.ts';
import { ConnectionPool } from './connection-pool.ts';
import { encodeRequest } from './socket-service.ts';

/** Options of {@link urlService}. */
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
  /** The POSIX shell command that sends requests one after the other on one connection, with curl, nc or openssl. */
  connectionCommand(requests: readonly CaseRequest[]): string;
  /** Closes idle connections, so that the next request has a new one. */
  reconnect(): void;
  /** Closes idle connections. */
  close(): void;
}

/**
 * Makes a service of a base URL: http or https, a host, an optional port and an optional path. Targets are relative to
 * that path. It reuses connections, which makes it faster than `socketService`. A request without a response on an idle
 * connection is sent again on a new one.
 *
 * @throws {CheckError} when the URL has another form.
 * @throws {OptionError} when an option is unknown or not valid.
 *
 * @example
 * const service = urlService('http://127.0.0.1:8080/locations');
 * const { status } = await service.request({ method: 'GET', target: '/eiffel-tower' });
 * service.close();
 */
export function urlService(url: string, options?: UrlServiceOptions): UrlService {
  const { timeout = 5000, insecure = false } = checkOptionNames(options, ['timeout', 'insecure']);
  checkTimeout(timeout);
  checkOptionTypes('boolean', { insecure });
  const server = checkedServer(parseCheckUrl(url), { timeout, insecure });
  const { authority, basePath } = server.address;
  const connections = new ConnectionPool(() => server.connect());
  const moved = (request: CaseRequest) => ({ ...request, target: underBasePath(basePath, request.target) });
  return {
    url: server.address.url,
    request: async (request) =>
      connections.exchange(encodeRequest(authority, moved(request)), request.method),
    reach: async () => void (await probe(server)),
    curlCommand: (request) => curlLine(moved(request), server),
    connectionCommand: (requests) => connectionCommand(requests.map(moved), server),
    reconnect: () => connections.close(),
    close: () => connections.close(),
  };
}

/** curl takes one body from its input at most, so other bodies than short texts go out as bytes. */
function connectionCommand(requests: readonly CaseRequest[], server: CheckedServer): string {
  const lines = requests.map((request) => curlLine(request, server));
  if (lines.every((line) => line.startsWith('curl '))) {
    return `curl ${lines.map((line) => line.slice('curl '.length)).join(' --next ')}`;
  }
  const { authority } = server.address;
  const steps = requests.flatMap((request) => [
    { kind: 'send' as const, bytes: encodeRequest(authority, request), times: 1 },
    { kind: 'wait' as const },
  ]);
  return connectionLine(steps, server);
}
