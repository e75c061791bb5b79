import type { StoreErrorCode } from '@location-records/core';
import { oneLine } from '../one-line.ts';
import { CallTimeout } from './call.ts';
import { ConnectionError } from './connection-error.ts';
import { ForeignKey } from './foreign-key.ts';
import { UnconfirmedWrite } from './replicated-writes.ts';
import { advices, texts } from './replies.ts';
import { ReplyError } from './reply-error.ts';
import type { Attempt } from './store-failure.ts';

/** What a failure means for the person who runs the service. */
export interface Advice {
  readonly code: StoreErrorCode;
  /** What is wrong, and what to do, as the end of a sentence. */
  readonly advice: string;
}

/** What the error codes of a connection mean. */
const connections: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the server, or correct the URL',
  ENOTFOUND: 'there is no such host; correct the URL',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETUNREACH: 'the network cannot be reached; check it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; correct the URL',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; see whether the clocks are right',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; write redis:// instead of rediss://',
};

const untrusted =
  'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS';

const unknownEffect = 'whether the write took effect is not known';

/** What is wrong, and what to do. */
export function adviceOn(cause: unknown, attempt: Attempt): Advice {
  if (cause instanceof ForeignKey) {
    return { code: 'STORE_UNSUITABLE', advice: `${cause.message}; choose another prefix` };
  }
  if (cause instanceof ReplyError) return replyAdvice(cause);
  if (cause instanceof ConnectionError) return unavailable(connectionAdvice(cause, attempt));
  if (cause instanceof UnconfirmedWrite) {
    return unavailable(`${cause.message}, so a fail-over may lose it; bring back the replicas`);
  }
  if (cause instanceof CallTimeout) {
    // Nothing is in doubt then, and what the server has said before tells more.
    if (attempt === 'open' && cause.cause !== undefined) return adviceOn(cause.cause, attempt);
    const doubt = cause.isSent && attempt === 'write to' ? `, so ${unknownEffect}` : '';
    return unavailable(
      `${cause.message}${doubt}; check the server and the network${scheme(attempt)}, or raise the option "timeout"`,
    );
  }
  return unavailable(`${oneLine(cause)}; see whether the server and the network are well`);
}

function replyAdvice(error: ReplyError): Advice {
  const said = oneLine(error);
  const advice = advices[error.word] ?? texts.find(([pattern]) => pattern.test(said))?.[1];
  return unavailable(
    advice ?? `the server says "${said}"; see whether it is Redis or Valkey, and look into its log`,
  );
}

function connectionAdvice(error: ConnectionError, attempt: Attempt): string {
  const { code, message } = (error.cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const known =
    typeof code === 'string' ? (connections[code] ?? (isTrust(code) ? untrusted : undefined)) : undefined;
  if (error.isSent && attempt === 'write to') {
    return `${oneLine(error)} before the answer, so ${unknownEffect}`;
  }
  // A reply that begins with no type of the protocol.
  if (/^Unknown RESP type/.test(String(message))) {
    return `${oneLine(error)}: what listens there does not answer as Redis does; correct the host and the port`;
  }
  if (known !== undefined) return `${oneLine(error)}: ${known}`;
  return `${oneLine(error)}; check the server and the network${scheme(attempt)}`;
}

/** Where the other scheme may be meant, since a server that speaks another one is silent, or hangs up. */
function scheme(attempt: Attempt): string {
  return attempt === 'open' ? ', and whether it speaks TLS (rediss://) or not (redis://)' : '';
}

/** Whether OpenSSL did not trust a certificate. */
function isTrust(code: string): boolean {
  return /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code);
}

function unavailable(advice: string): Advice {
  return { code: 'STORE_UNAVAILABLE', advice };
}
