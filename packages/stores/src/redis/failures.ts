import { type Advice, createFailures, oneLine, unknownEffect } from '../shared/failures.ts';

/** What the store tried to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to';

/** The errors of Redis stores, by the addresses of their servers. */
export const failures = createFailures<Attempt>('Redis', adviceOn);

/** A connection could not be made or was lost, or a reply is overdue. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
  /** Whether the command may have reached the server, so that its effect is unknown. */
  readonly isSent: boolean;

  constructor(message: string, isSent: boolean, cause?: unknown) {
    super(message, { cause });
    this.isSent = isSent;
  }
}

/** An error reply of a server, whose first word is its kind. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
  /** `MOVED`, `LOADING`, `WRONGTYPE`, …; `ERR` for errors without another word. */
  readonly word: string;
  readonly key: string;

  constructor(cause: Error, key: string) {
    super(cause.message, { cause });
    this.key = key;
    const first = /^([A-Z]+) /.exec(this.message)?.[1] ?? 'ERR';
    // For a failed script, Redis 6.2 hides the word in the middle of the line.
    const inner = first === 'ERR' ? /\bscript\b.*?[:-] ?-?([A-Z]{3,}) /.exec(this.message)?.[1] : undefined;
    this.word = inner ?? first;
  }
}

/** A write took effect on its server, but too few replicas confirmed it. */
export class UnconfirmedWrite extends Error {
  override readonly name = 'UnconfirmedWrite';
}

/** Replies of servers that did not execute a command, but may do so soon. */
export const passingWords: ReadonlySet<string> = new Set([
  'LOADING',
  'CLUSTERDOWN',
  'MASTERDOWN',
  'TRYAGAIN',
  'READONLY',
  'NOREPLICAS',
  'BUSY',
  'MOVED',
  'ASK',
]);

function adviceOn(cause: unknown, attempt: Attempt): Advice {
  if (cause instanceof ReplyError) return replyAdvice(cause);
  if (cause instanceof ConnectionError) return unavailable(connectionAdvice(cause, attempt));
  if (cause instanceof UnconfirmedWrite) {
    return unavailable(`${cause.message}, so a failover may lose it; bring back the replicas`);
  }
  return unavailable(`${oneLine(cause)}; check the server and the network`);
}

function unavailable(advice: string): Advice {
  return { code: 'STORE_UNAVAILABLE', advice };
}

function replyAdvice(error: ReplyError): Advice {
  if (error.word === 'WRONGTYPE') {
    const problem = `the key ${JSON.stringify(error.key)} is another program's`;
    return { code: 'STORE_UNSUITABLE', advice: `${problem}; choose another prefix` };
  }
  const said = oneLine(error);
  const advice = words[error.word] ?? texts.find(([pattern]) => pattern.test(said))?.[1];
  return unavailable(advice ?? `the server says "${said}"; read its log`);
}

function connectionAdvice(error: ConnectionError, attempt: Attempt): string {
  if (error.isSent && attempt === 'write to') {
    return `${oneLine(error)}, so ${unknownEffect}; check the server and the network`;
  }
  const { code = '', message = '' } = (error.cause ?? {}) as {
    readonly code?: string;
    readonly message?: string;
  };
  if (/^Unknown RESP type/.test(message)) {
    return `${oneLine(error)}: what listens there does not respond as Redis does; correct the host and the port`;
  }
  const known = codes[code] ?? (/SELF_SIGNED|UNABLE_TO_|CERT_UNTRUSTED/.test(code) ? untrusted : undefined);
  if (known !== undefined) return `${oneLine(error)}: ${known}`;
  const scheme = attempt === 'open' ? ', and whether it speaks TLS (rediss://) or not (redis://)' : '';
  return `${oneLine(error)}; check the server and the network${scheme}`;
}

const untrusted =
  'its certificate is not trusted; name its authority in the environment variable NODE_EXTRA_CA_CERTS';

/** Explanations of connection errors, by code. */
const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there; start the server, or correct the URL',
  ENOTFOUND: 'there is no such host; correct the URL',
  EAI_AGAIN: 'the name of the host cannot be looked up now; check the network',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name; correct the URL',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS; write redis:// instead of rediss://',
};

const lacksPermissions =
  'the user lacks permissions; grant it the commands and the keys that the README lists';

/** Explanations of error replies, by first word. */
const words: Readonly<Record<string, string>> = {
  LOADING: 'the server is still loading its records; wait until it has',
  CLUSTERDOWN: 'the cluster does not serve these records now; bring back its missing nodes',
  MASTERDOWN: 'the server is a replica that has lost its master; bring back the master',
  READONLY: 'the server is a replica, which takes no writes; name its master in the URL',
  NOREPLICAS: 'too few replicas are connected for min-replicas-to-write; bring them back',
  MISCONF: 'the server cannot save its records; read its log, and free space on its disk',
  OOM: 'the server has no memory left; raise its maxmemory, or free some',
  NOAUTH: 'the server asks for a password; give one in the URL',
  WRONGPASS: 'the user or the password is wrong; correct it in the URL',
  NOPERM: lacksPermissions,
};

/** Explanations of replies that begin with `ERR`, by text. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/AUTH\b.*without any password/, 'the server has no password; leave it out of the URL, or set it there'],
  [/DB index is out of range/, 'the server does not have so many databases; correct the number in the URL'],
  [/SELECT is not allowed in cluster mode/, 'a cluster has no databases; leave out its number'],
  [/^ERR The user executing the script can't run this command/, lacksPermissions],
];
