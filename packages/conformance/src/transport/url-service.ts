import { checkedServer, parseCheckUrl } from '../check/checked-server.ts';
import { probe } from '../check/probe.ts';
import { underBasePath } from '../check/records/targets.ts';
import { curlLine } from '../check/shell/curl-line.ts';
import type { CaseRequest, CaseResponse, Connection, Service } from '../http/service.ts';
import { TimeOutError } from './byte-queue.ts';
import { encodeRequest } from './socket-service.ts';

/** Options of {@link urlService}. */
export interface UrlServiceOptions {
  /**
   * How many milliseconds every wait is given before it rejects.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /**
   * Takes a certificate that is not trusted.
   * @default false
   */
  readonly insecure?: boolean | undefined;
}

/** A running service that is asked many things. */
export interface UrlService extends Pick<Service, 'request'> {
  /** Its base URL, without a slash at its end. */
  readonly url: string;
  /**
   * Asks for the list.
   *
   * @throws {CheckError} (rejects) that says why there is no response, and what to do.
   */
  reach(): Promise<void>;
  /** The line for a POSIX shell that sends a request with curl. */
  curlLine(request: CaseRequest): string;
  /** Ends the connections that are idle. */
  close(): void;
}

/**
 * The service behind a base URL: http or https, a host, a port, and a path under which it lives. Targets are those
 * below that path. A connection is used again as long as the server lets it, which makes this faster than
 * `socketService`; a request that got no response on a connection that was idle is sent again.
 *
 * @throws {CheckError} when the URL is not of that form.
 *
 * @example
 * const service = urlService('http://127.0.0.1:8080/locations');
 * const { status } = await service.request({ method: 'GET', target: '/eiffel-tower' });
 * service.close();
 */
export function urlService(
  url: string,
  { timeout = 5000, insecure = false }: UrlServiceOptions = {},
): UrlService {
  const server = checkedServer(parseCheckUrl(url), timeout, insecure);
  const { authority, basePath } = server.address;
  const connections = new KeptConnections(() => server.connect());
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

/** Connections that are used again as long as the server lets them, for many requests one after the other. */
export class KeptConnections {
  readonly #connect: () => Promise<Connection>;
  readonly #idle = new Set<Connection>();

  constructor(connect: () => Promise<Connection>) {
    this.#connect = connect;
  }

  /**
   * Sends a request, and reads the response. A server may end a connection that was idle whenever it likes, so that a
   * request that got no response on one is sent again, on a new one (RFC 9112 section 9.3.1).
   */
  async exchange(request: Uint8Array, method: string): Promise<CaseResponse> {
    const [idle] = this.#idle;
    if (idle) {
      this.#idle.delete(idle);
      try {
        return await this.#exchangeOn(idle, request, method);
      } catch (error) {
        // Anything else may come of how the connection was left before.
        if (error instanceof TimeOutError) throw error;
      }
    }
    return this.#exchangeOn(await this.#connect(), request, method);
  }

  /** Ends the connections that are idle. */
  close(): void {
    for (const connection of this.#idle) connection.destroy();
    this.#idle.clear();
  }

  async #exchangeOn(connection: Connection, request: Uint8Array, method: string): Promise<CaseResponse> {
    let isKept = false;
    try {
      // Not awaited: a server may answer without reading the body.
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

/** Whether the next response on the connection is sure to begin where this one ends. */
function canBeKept({ headers }: CaseResponse, method: string): boolean {
  const hasEnd = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const isEnded = headers.connection?.some((value) => /\bclose\b/i.test(value)) ?? false;
  // Some servers send a body with a response to HEAD, which would be taken for the next response.
  return hasEnd && !isEnded && method !== 'HEAD';
}
