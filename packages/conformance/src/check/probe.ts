import type { CaseResponse } from '../http/service.ts';
import { CheckError } from './check-error.ts';
import type { CheckedServer } from './checked-server.ts';

/** What a name server says of a name that it does not know, or cannot look up. */
const unknownName = ['ENOTFOUND', 'EAI_AGAIN'];
/** What OpenSSL says of a response that is no TLS. */
const noTls = ['EPROTO', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'];

/**
 * Asks for the list, as the first thing that is sent to a server at all.
 *
 * @throws {CheckError} that says why there is no response.
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

/** Whether the server still answers at all. */
export async function isAlive(server: CheckedServer): Promise<boolean> {
  const tries = [1, 2];
  for (const _ of tries) {
    const isThere = await server.ask('GET', '/').then(
      () => true,
      () => false,
    );
    if (isThere) return true;
  }
  return false;
}

function explain({ address, bound }: CheckedServer, { code = '', message }: NodeJS.ErrnoException): string {
  const { url, host, isSecure } = address;
  if (code === 'ECONNREFUSED')
    return `No server listens at ${url}; start the server, or correct the address.`;
  if (unknownName.includes(code)) return `The name ${host} is not known; correct the URL.`;
  if (code === 'TIMED_OUT') {
    return `${url} did not answer within ${bound} ms; is it the right address? A slow server needs a longer time-out.`;
  }
  if (isSecure && noTls.includes(code)) return `${url} does not speak TLS; try http:.`;
  if (isSecure && isCertificateError(code)) {
    return `The certificate of ${host} is not trusted (${message}); the option insecure (--insecure) takes it all the same.`;
  }
  const isHttp = !/^No (status line|field|length|chunk)/.test(message);
  if (!isHttp || code === 'CONNECTION_ENDED') {
    const advice = isSecure ? '' : ', and whether it wants https:';
    return `${url} does not answer with HTTP (${message}); check the port${advice}.`;
  }
  return `${url} cannot be reached (${message}); check the address and the network.`;
}

function isCertificateError(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code);
}
