import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkedServer, parseCheckUrl } from '../check/checked-server.ts';
import { probe } from '../check/probe.ts';
import { underBasePath } from '../check/records/targets.ts';
import { curlLine } from '../check/shell/curl-line.ts';
import { checkTimeout } from '../check-arguments.ts';
import type { CaseRequest, CaseResponse, Connection, Service } from '../http/service.ts';
import { TimeoutError } from './byte-queue.ts';
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
  curlLine(request: CaseRequest): string;
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
  const server = checkedServer(parseCheckUrl(url), timeout, insecure);
  const { authority, basePath } = server.address;
  const connections = new ConnectionPool(() => server.connect());
  const moved = (request: CaseRequest) => ({ ...request, target: underBasePath(basePath, request.target) });
  return {
    url: server.address.url,
    request: async (request) =>
      connections.exchange(encodeRequest(authority, moved(request)), request.method),
    reach: async () => void (await probe(server)),
    curlLine: (request) => curlLine(moved(request), server),
    close: () => connections.close(),
  };
}

/** Reuses connections as long as the server keeps them open, for many requests one after the other. */
class ConnectionPool {
  readonly #connect: () => Promise<Connection>;
  readonly #idle = new Set<Connection>();

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /**
   * Sends a request, and reads the response. A server may close an idle connection at any time. So a request without a
   * response on an idle connection is sent again on a new one (RFC 9112 section 9.3.1).
   */
  async exchange(request: Uint8Array, method: string): Promise<CaseResponse> {
    const [idle] = this.#idle;
    if (idle) {
      this.#idle.delete(idle);
      try {
        return await this.#exchangeOn(idle, request, method);
      } catch (error) {
        // Any other error may be an effect of an earlier response on the connection.
        if (error instanceof TimeoutError) throw error;
      }
    }
    return this.#exchangeOn(await this.#connect(), request, method);
  }

  /** Closes idle connections. */
  close(): void {
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }

  async #exchangeOn(connection: Connection, request: Uint8Array, method: string): Promise<CaseResponse> {
    let isKept = false;
    try {
      // Not awaited: a server may respond without reading the body.
      const sent = connection.send(request);
      sent.catch(() => {});
      const response = await connection.receive(method);
      isKept = canBeKept(response, method) && (await sent);
      if (isKept) this.#idle.add(connection);
      return response;
    } finally {
      if (!isKept) connection.destroy();
    }
  }
}

/** Whether the next response on the connection certainly begins where this one ends. */
function canBeKept({ headers }: CaseResponse, method: string): boolean {
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isEnded = headers.connection?.some((value) => /\bclose\b/i.test(value)) ?? false;
  // Some servers send a body in response to HEAD, which would be read as the next response.
  return hasEnd && !isEnded && method !== 'HEAD';
}
