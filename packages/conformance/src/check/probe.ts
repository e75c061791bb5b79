import type { CaseResponse } from '../http/service.ts';
import { exchange } from '../transport/socket-service.ts';
import { CheckError } from './check-error.ts';
import type { CheckedServer } from './checked-server.ts';

/** The error codes of a name that is unknown or cannot be looked up. */
const unknownName = ['ENOTFOUND', 'EAI_AGAIN'];
/** The error codes of OpenSSL when the response is not TLS. */
const noTls = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'];

/**
 * Requests the list: the first request to a server.
 *
 * @throws {CheckError} (rejects) when there is no response. Its message says why.
 */
export async function probe(server: CheckedServer): Promise<CaseResponse> {
  try {
    return await server.ask('GET', '/');
  } catch (error) {
    throw new CheckError('CHECK_UNREACHABLE', explain(server, error as NodeJS.ErrnoException), {
      cause: error,
    });
  }
}

/** The statuses of a server that wants a token, or another one. */
const unauthorized = [401, 403];

/** What to do about a server that responds to every request with this status, which no service has. */
const advices: Readonly<Record<number, string>> = {
  421: 'it does not serve this host; use the name that it serves, or allow this one there.',
  429: 'it limits the rate of requests; allow more of them there.',
  502: 'it is a proxy, and the service behind it does not run.',
  503: 'the service is not available now.',
  504: 'it is a proxy, and the service behind it does not respond.',
};

/**
 * Makes sure that a service responds, and that nothing else responds to every request: with a demand for a token, a
 * redirect, a page, or the failure of a proxy. `list` is the response to the first request.
 *
 * @throws {CheckError} (rejects) when it does.
 */
export async function expectService(server: CheckedServer, list: CaseResponse): Promise<void> {
  const isUnauthorized = unauthorized.includes(list.status);
  const advice = isUnauthorized ? adviceOnToken(server) : adviceOn(list);
  if (advice === undefined) return;
  const { status } = await server.ask('GET', '/check');
  if (status !== list.status && !(isUnauthorized && unauthorized.includes(status))) return;
  throw new CheckError(
    isUnauthorized ? 'CHECK_UNAUTHORIZED' : 'CHECK_UNREACHABLE',
    `${server.address.url} responds to every request with ${status}; ${advice}`,
  );
}

function adviceOnToken({ fields }: CheckedServer): string {
  return fields.length === 0
    ? 'give it a token with the option headers (--header), such as "Authorization: Bearer abc".'
    : 'correct the fields of the option headers (--header).';
}

function adviceOn({ status, headers, body }: CaseResponse): string | undefined {
  const isPage = status === 200 && /^\s*</.test(new TextDecoder().decode(body));
  if (isPage) return 'it sends a page and not the list of records; correct the address.';
  const location = headers.location?.[0];
  if (status < 300 || status > 399 || location === undefined) return advices[status];
  return `it redirects to ${location.slice(0, maxLocation)}; check the service there.`;
}

/** The longest location that a message shows, in characters. */
const maxLocation = 200;

/** Whether the server still responds. */
export async function isAlive(server: CheckedServer): Promise<boolean> {
  return server.ask('GET', '/').then(
    () => true,
    () => false,
  );
}

const crowdSize = 40;
/** A connection that a full queue lost is tried again after a second (RFC 6298 section 2). */
const minLost = 900;

/**
 * Whether the server loses connections when many are opened at once: the queue of a single-threaded server holds few. The
 * requests of this crowd do not reach any record, so that no fault of the service is taken for this.
 */
export async function losesCrowds(server: CheckedServer): Promise<boolean> {
  const begin = performance.now();
  const request = server.encode('OPTIONS', '/');
  const crowd = Array.from({ length: crowdSize }, () => exchange(server.connect, request, 'OPTIONS'));
  const outcomes = await Promise.allSettled(crowd);
  return outcomes.some(({ status }) => status === 'rejected') || performance.now() - begin > minLost;
}

function explain({ address, timeout }: CheckedServer, { code = '', message }: NodeJS.ErrnoException): string {
  const { url, host, isSecure } = address;
  if (code === 'ECONNREFUSED')
    return `No server listens at ${url}; start the server, or correct the address.`;
  if (unknownName.includes(code)) return `The name ${host} is not known; correct the URL.`;
  if (code === 'TIMED_OUT') {
    return `${url} did not respond within ${timeout} ms; is it the right address? A slow server needs a longer timeout (--timeout).`;
  }
  if (isSecure && noTls.includes(code)) return `${url} does not speak TLS; try http:.`;
  if (isSecure && isCertificateError(code)) {
    return `The certificate of ${host} is not trusted (${message}); the option insecure (--insecure) accepts it.`;
  }
  const isHttp = !/^Invalid (status line|field|length|chunk)/.test(message);
  if (!isHttp || code === 'CONNECTION_ENDED') {
    const advice = isSecure ? '' : ', and whether it wants https:';
    return `${url} does not respond with HTTP (${message}); check the port${advice}.`;
  }
  return `${url} cannot be reached (${message}); check the address and the network.`;
}

function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code);
}
