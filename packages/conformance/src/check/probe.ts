import type { CaseResponse } from '../http/service.ts';
import { CheckError } from './check-error.ts';
import type { ServerUrl } from './server-url.ts';

/** The error codes of a name that is unknown or cannot be looked up. */
const unknownName = ['ENOTFOUND', 'EAI_AGAIN'];
/** The error codes of OpenSSL when the response is not TLS. */
const noTls = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'];

/** What to do about a server that responds to every request with this status, which no service has. */
const advices: Readonly<Record<number, string>> = {
  401: 'give it a token with the option headers (--header), such as "Authorization: Bearer abc".',
  403: 'give it a token with the option headers (--header), such as "Authorization: Bearer abc".',
  421: 'it does not serve this host; use the name that it serves, or allow this one there.',
  429: 'it limits the rate of requests; allow more of them there.',
  502: 'it is a proxy, and the service behind it does not run.',
  503: 'the service is not available now.',
  504: 'it is a proxy, and the service behind it does not respond.',
};

/**
 * Requests the list: the first request to a server. Makes sure that a service responds, and not something
 * that responds to every request in the same way: a demand for a token, a redirect, a page, or a proxy
 * without its service.
 *
 * @throws {CheckError} (rejects) when nothing can be checked. Its message says why, and what to do.
 */
export async function probe(
  server: ServerUrl,
  timeout: number,
  get: (target: string) => Promise<CaseResponse>,
): Promise<CaseResponse> {
  const list = await get('/').catch((error: NodeJS.ErrnoException) => {
    throw new CheckError('CHECK_UNREACHABLE', explain(server, timeout, error), { cause: error });
  });
  const advice = adviceOn(list);
  if (advice === undefined) return list;
  const { status } = await get('/check').catch(() => list);
  if (status !== list.status) return list;
  const isUnauthorized = status === 401 || status === 403;
  throw new CheckError(
    isUnauthorized ? 'CHECK_UNAUTHORIZED' : 'CHECK_UNREACHABLE',
    `${server.url} responds to every request with ${status}; ${advice}`,
  );
}

/** The part of a body that tells whether it is a page, in bytes. */
const maxBeginning = 1024;
/** The longest location that a message shows, in characters. */
const maxLocation = 200;

function adviceOn({ status, headers, body }: CaseResponse): string | undefined {
  const isPage = status === 200 && /^\s*</.test(new TextDecoder().decode(body.subarray(0, maxBeginning)));
  if (isPage) return 'it sends a page and not the list of records; correct the address.';
  const location = headers.location?.[0];
  if (status < 300 || status > 399 || location === undefined) return advices[status];
  return `it redirects to ${location.slice(0, maxLocation)}; check the service there.`;
}

function explain(
  { url, host, isSecure }: ServerUrl,
  timeout: number,
  { code = '', message }: NodeJS.ErrnoException,
): string {
  if (code === 'ECONNREFUSED')
    return `No server listens at ${url}; start the server, or correct the address.`;
  if (unknownName.includes(code)) return `The name ${host} is not known; correct the URL.`;
  if (code === 'TIMED_OUT') {
    return `${url} did not respond within ${timeout} ms; is it the right address? A slow server needs a longer timeout (--timeout).`;
  }
  if (code === 'LIMIT_EXCEEDED') {
    return `${url} responds with more than is read (${message}); check the address, or a service with fewer records.`;
  }
  if (isSecure && noTls.includes(code)) return `${url} does not speak TLS; try http:.`;
  if (isSecure && /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) {
    return `The certificate of ${host} is not trusted (${message}); the option insecure (--insecure) accepts it.`;
  }
  const isHttp = !/^Invalid (status line|field|length|chunk)/.test(message);
  if (!isHttp || code === 'CONNECTION_ENDED') {
    const advice = isSecure ? '' : ', and whether it wants https:';
    return `${url} does not respond with HTTP (${message}); check the port${advice}.`;
  }
  return `${url} cannot be reached (${message}); check the address and the network.`;
}
