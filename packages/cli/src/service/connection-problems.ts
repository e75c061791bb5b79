import { describeError } from '../output/describe-error.ts';

const closed = 'it closed the connection';
const otherScheme = 'check the port, and whether it wants https:// or http://';
const noTls = 'it does not speak TLS; write http:// instead of https://';
const noHttp = 'it does not respond with HTTP; correct the port, or write https:// instead of http://';

/** What the codes of a failed connection mean, and what to do. */
const meanings: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the service, or correct the URL',
  ENOTFOUND: 'there is no such host; correct the URL',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  ETIMEDOUT: 'the host does not respond; check the network',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETUNREACH: 'the network cannot be reached; check it',
  HPE_INVALID_CONSTANT: noHttp,
  HPE_INVALID_VERSION: noHttp,
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; correct the URL',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clocks',
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
};

const untrusted =
  'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS';

/** What is wrong with the connection to a service, and what to do, as the end of a sentence. */
export function describeProblem(error: unknown): string {
  const { code = '', message = '' } = error as { readonly code?: string; readonly message?: string };
  // Node.js 20 names no code for it, but the source file and the line of OpenSSL.
  if (code === 'EPROTO' && message.includes('wrong version number')) return noTls;
  if (isClosedConnection(error)) {
    // A server that expects the other scheme ends the connection; one that dies resets it, or breaks a response off.
    const isEnded = /^(socket hang up|Client network socket disconnected)/.test(message);
    return isEnded ? `${closed} without a response; ${otherScheme}` : closed;
  }
  const isTrust = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code);
  const meaning = meanings[code] ?? (isTrust ? untrusted : undefined);
  return meaning === undefined ? describeError(error) : `${meaning} (${describeError(error)})`;
}

/** Whether the other end closed the connection. */
export function isClosedConnection(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}
