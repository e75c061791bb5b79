import { type Advice, createFailures, oneLine, unknownEffect } from '../shared/failures.ts';
import { CallTimeout, ConnectionError, ForeignKey, ReplyError, UnconfirmedWrite } from './errors.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to';

/** The errors of Redis stores, by the addresses of their servers. */
export const failures = createFailures<Attempt>('Redis', adviceOn);

/** What the error codes of a connection mean. */
const connections: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the server, or correct the URL',
  ENOTFOUND: 'there is no such host; correct the URL',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  EHOSTUNREACH: 'the host cannot be reached; check the network',
  ENETUNREACH: 'the network cannot be reached; check it',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; correct the URL',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clocks',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; write redis:// instead of rediss://',
};

const untrusted =
  'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS';

/** What is wrong, and what to do. */
function adviceOn(cause: unknown, attempt: Attempt): Advice {
  if (cause instanceof ForeignKey) {
    return { code: 'STORE_UNSUITABLE', advice: `${cause.message}; choose another prefix` };
  }
  if (cause instanceof ReplyError) return replyAdvice(cause);
  if (cause instanceof ConnectionError) return unavailable(connectionAdvice(cause, attempt));
  if (cause instanceof UnconfirmedWrite) {
    return unavailable(`${cause.message}, so a failover may lose it; bring back the replicas`);
  }
  if (cause instanceof CallTimeout) {
    // Opening leaves nothing in doubt, and an earlier reply of the server tells more.
    if (attempt === 'open' && cause.cause !== undefined) return adviceOn(cause.cause, attempt);
    const doubt = cause.isSent && attempt === 'write to' ? `, so ${unknownEffect}` : '';
    return unavailable(
      `${cause.message}${doubt}; check the server and the network${scheme(attempt)}, or raise the option "timeout"`,
    );
  }
  return unavailable(`${oneLine(cause)}; check the server and the network`);
}

function replyAdvice(error: ReplyError): Advice {
  const said = oneLine(error);
  const advice = advices[error.word] ?? texts.find(([pattern]) => pattern.test(said))?.[1];
  return unavailable(
    advice ?? `the server says "${said}"; check that it is Redis or Valkey, and read its log`,
  );
}

function connectionAdvice(error: ConnectionError, attempt: Attempt): string {
  const { code, message } = (error.cause ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const known =
    typeof code === 'string' ? (connections[code] ?? (isTrust(code) ? untrusted : undefined)) : undefined;
  if (error.isSent && attempt === 'write to') {
    return `${oneLine(error)}, and the reply had not come, so ${unknownEffect}`;
  }
  // A reply without a type of the protocol.
  if (/^Unknown RESP type/.test(String(message))) {
    return `${oneLine(error)}: what listens there does not respond as Redis does; correct the host and the port`;
  }
  if (known !== undefined) return `${oneLine(error)}: ${known}`;
  return `${oneLine(error)}; check the server and the network${scheme(attempt)}`;
}

/** A hint at the other scheme. A server that expects another one is silent, or hangs up. */
function scheme(attempt: Attempt): string {
  return attempt === 'open' ? ', and whether it speaks TLS (rediss://) or not (redis://)' : '';
}

/** Whether OpenSSL did not trust a certificate. */
function isTrust(code: string): boolean {
  return /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_UNTRUSTED/.test(code);
}

const lacksPermissions =
  'the user lacks permissions; grant it the commands and the keys that the README lists';

function unavailable(advice: string): Advice {
  return { code: 'STORE_UNAVAILABLE', advice };
}

const disagreement = 'the nodes do not agree on which of them has the record; see redis-cli --cluster check';

/** What the replies of a server mean, by their first word, and what to do. */
const advices: Readonly<Record<string, string>> = {
  LOADING: 'the server is still loading its records; wait until it has',
  CLUSTERDOWN: 'the cluster does not serve these records now; bring back its missing nodes',
  MASTERDOWN: 'the server is a replica that has lost its master; bring back the master',
  TRYAGAIN: 'the record is moving to another node; try again',
  MOVED: disagreement,
  ASK: disagreement,
  READONLY: 'the server is a replica, which takes no writes; name its master in the URL',
  NOREPLICAS: 'too few replicas are connected for min-replicas-to-write; bring them back',
  BUSY: 'the server is busy with a script; wait, or end it with SCRIPT KILL',
  MISCONF:
    'the server takes no writes, because it cannot save them; read its log, and free space on its disk',
  OOM: 'the server has no memory left; raise its maxmemory, or free some',
  NOAUTH: 'the server asks for a password; give one in the URL',
  WRONGPASS: 'the user or the password is wrong; correct it in the URL',
  NOPERM: lacksPermissions,
  DENIED: 'the server refuses connections from other machines; see its protected-mode',
};

/** The same for replies that begin with `ERR`, by their text. */
const texts: readonly (readonly [RegExp, string])[] = [
  [
    /AUTH\b.*(without any password|no password is set)/,
    'the server has no password; leave it out of the URL, or set it there',
  ],
  [
    /DB index is out of range|invalid DB index/,
    'the server does not have so many databases; correct the number in the URL, or raise its "databases"',
  ],
  [/SELECT is not allowed in cluster mode/, 'a cluster has no databases; leave out its number'],
  [
    /^ERR unknown command ['`]?SELECT/i,
    'the server does not know SELECT, as Sentinels and some proxies do not; leave out the number of the database, and name the master instead of a Sentinel',
  ],
  [/^ERR The user executing the script can't run this command/, lacksPermissions],
  [/max number of clients/, 'the server has too many connections; close some, or raise its maxclients'],
];

/** Replies of servers that did not do it, and may do it soon. */
export const passing: ReadonlySet<string> = new Set([
  'LOADING',
  'CLUSTERDOWN',
  'MASTERDOWN',
  'TRYAGAIN',
  'READONLY',
  'NOREPLICAS',
  'BUSY',
]);

/** Replies to the first command of a connection that refuse all others. */
export const refusals: ReadonlySet<string> = new Set(['NOAUTH', 'WRONGPASS', 'DENIED', 'ERR']);
