import { parseCheckUrl } from '../check/check-address.ts';
import { checkedServer } from '../check/checked-server.ts';
import { probe } from '../check/probe.ts';
import { underBasePath } from '../check/sending/under-base-path.ts';
import { curlLine } from '../check/shell/curl-line.ts';
import type { CaseRequest, Service } from '../http/service.ts';
import { encodeRequest } from './encode-request.ts';
import { KeptConnections } from './kept-connections.ts';

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
   * @throws {CheckError} (rejects) that says why there is no answer, and what to do.
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
 * `socketService`; a request that got no answer on a connection that was idle is sent again.
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
