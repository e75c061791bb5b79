import { type Advice, createFailures, oneLine, unknownEffect } from '../shared/failures.ts';
import { CallTimeout } from './deadline.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'prepare' | 'read from' | 'write to';

/** The errors of PostgreSQL stores, by the endpoints of their servers. */
export const failures = createFailures<Attempt>('PostgreSQL', findFailure);

/** For a server, or a session, that takes no writes. */
export const readOnlyAdvice =
  'it can only be read; connect to the primary server, or turn default_transaction_read_only off';

const unreachable = 'the server cannot be reached; start it, or correct the host and the port';
const broken = 'the connection broke; check the server and the network';
const noTurn = 'the pool gave no connection in time; raise its "max", or check the server and the network';
const password =
  'the server refuses the user or the password; correct them, or give a password if there is none';
const noAccess =
  'the server does not admit this user from here; check its pg_hba.conf, whether the role has LOGIN, and whether TLS is required (sslmode=verify-full)';
const restarting = 'the server is starting or stopping; try again in a moment';
const slow = 'the server stopped waiting; look for locks and load on it, or raise the option "timeout"';
const changed =
  'the table differs from the one that this service creates; restore it from a backup, or choose another name';
const damaged = 'the server reports damaged data; restore it from a backup';
const untrusted =
  'its certificate is not trusted; name the file of its authority with "sslrootcert" in the URL, or in the environment variable NODE_EXTRA_CA_CERTS';
const startupOptions = 'the server does not take the "options" of the connection; correct them in the URL';

/** By the code of PostgreSQL (its manual, appendix A) or of Node. */
const unavailable: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: 'there is no socket; start the server, or correct its folder and the port',
  EACCES: 'this process may not use the socket; grant it that, or connect by TCP',
  EPERM: 'this process may not connect there; check the firewall of its machine',
  ENOTFOUND: 'there is no such host; correct it, and name only one',
  EAI_AGAIN: 'the name of the host cannot be resolved now; try again later, or correct the host',
  ECONNRESET: broken,
  EPIPE: broken,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name; write a host that the certificate names',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet; check the clocks',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  CERT_UNTRUSTED: untrusted,
  '08006': broken,
  '25006': readOnlyAdvice,
  '25P03': 'the list was read too slowly for idle_in_transaction_session_timeout; raise that, or read faster',
  '25P04': 'the list was read too slowly for transaction_timeout; raise that, or read faster',
  '28000': noAccess,
  '28P01': password,
  '3D000': 'there is no such database; create it, or correct the name',
  '3F000': 'the schema no longer exists; restore it from a backup, or restart this service to make a new one',
  '42P01': 'the table no longer exists; restore it from a backup, or restart this service to make a new one',
  '53100': "the server's disk is full; free some space",
  '53200': 'the server is out of memory; give it more',
  '53300':
    'the server has too many connections; lower the option "maxConnections", or raise the limit of the server, the database or the role',
  '54000': 'the record is too big for PostgreSQL; make it smaller',
  '57014': slow,
  '55P03': slow,
  '57P01': restarting,
  '57P02': restarting,
  '57P03': restarting,
  '57P05': broken,
};

const unsuitable: Readonly<Record<string, string>> = {
  '428C9': changed,
  '42703': changed,
  '42804': changed,
  '42710': 'something else has the name of the table; choose another',
  '42P10': changed,
  '42809': changed,
  '23502': changed,
  '23514': changed,
  XX001: damaged,
  XX002: damaged,
};

/** The errors of statements that were sent, and have no response. */
const inDoubtErrors = new WeakSet<object>();

/** Notes that a statement was sent before this error came. What the server says itself leaves no doubt. */
export function noteSent(error: unknown): void {
  if (error instanceof Error && !isFromServer(error)) inDoubtErrors.add(error);
}

/** The failure that an error reports. While a store is opened, the server may not be the one that was meant. */
function findFailure(error: unknown, attempt: Attempt): Advice {
  const code = codeOf(error);
  const lasting = code && unsuitable[code];
  if (lasting) return { code: 'STORE_UNSUITABLE', advice: lasting };
  const known = adviceOn(error, code);
  const isInDoubt = attempt === 'write to' && inDoubtErrors.has(error as object);
  const advice = isInDoubt ? known.replace(';', `, so ${unknownEffect};`) : known;
  const isOpening = attempt === 'open' || attempt === 'prepare';
  const isVague = error instanceof CallTimeout || advice === broken;
  const port = ', and whether it is PostgreSQL that listens there';
  return { code: 'STORE_UNAVAILABLE', advice: isOpening && isVague ? `${advice}${port}` : advice };
}

function adviceOn(error: unknown, code: string | undefined): string {
  if (error instanceof CallTimeout) {
    return `${error.message}; raise the option "timeout", or check the server and the network`;
  }
  const said = oneLine(error);
  if (code === '42501') {
    return `this user may not do that (${said}); grant the privileges that the README lists`;
  }
  const known = (code && unavailable[code]) || texts.find(([pattern]) => pattern.test(said))?.[1];
  if (known) return known;
  if (code?.startsWith('ERR_OSSL')) {
    return `a certificate or a key cannot be used (${said}); correct "sslcert", "sslkey" and "sslrootcert" in the URL`;
  }
  if (code?.startsWith('ERR_SSL')) return `TLS fails (${said}); check how the server is set up for TLS`;
  if (!isFromServer(error)) return `${said}; check the server and the network`;
  // Before there is a session, the store has sent nothing but the options of the URL.
  const isStartup = error.severity === 'FATAL' && code !== undefined && /^(22|42)/.test(code);
  return isStartup ? startupOptions : `the server says ${JSON.stringify(said)}; see its log`;
}

/** By the text, where `pg` gives no code, or the code says little. */
const texts: readonly (readonly [RegExp, string])[] = [
  // The timeout of the pool itself, which may come before that of the call.
  [/^timeout exceeded when trying to connect$/, noTurn],
  [/^Connection terminated|not queryable$/, broken],
  [
    /^SASL: .*password must be/,
    'the server asks for a password; give one in the URL, or in the environment variable PGPASSWORD',
  ],
  [
    /^SASL: Only mechanism|^Unknown authentication/i,
    'the server asks for a way to log in that the package "pg" does not know; set scram-sha-256 in its pg_hba.conf',
  ],
  [
    /^The log-in is not bound/,
    'the server does not bind the log-in to a TLS connection (SCRAM-SHA-256-PLUS), as "channel_binding" in the URL demands; turn TLS and scram-sha-256 on, or write channel_binding=prefer',
  ],
  [
    /^The server does not support SSL/,
    'the server does not speak TLS; turn "ssl" on there, or write sslmode=disable into the URL',
  ],
  [
    /^There was an error establishing an SSL/,
    'what listens there does not respond as PostgreSQL does; correct the host and the port',
  ],
  [/^Query read timeout/, 'the server did not respond within "query_timeout"; raise that in the URL'],
  [
    /not currently accepting connections/,
    'the database takes no connections; allow them (ALTER DATABASE … ALLOW_CONNECTIONS true), or choose another',
  ],
  [/^unsupported frontend protocol/, 'the server is too old; use PostgreSQL 13 or later'],
  [
    /no more connections allowed/,
    'the pooler has too many connections; lower the option "maxConnections", or raise its max_client_conn',
  ],
];

/** `pg` adds the severity to errors of the server. */
function isFromServer(error: unknown): error is Error & { readonly severity: unknown } {
  return error instanceof Error && 'severity' in error;
}

/**
 * Whether the server rolled the transaction back because of a concurrent one, so that a retry may succeed. A
 * server may isolate transactions more than a single statement needs.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/**
 * Codes about the connection, the resources or the state of the server. No single record can be the cause.
 */
const ofTheServer = /^(08|53|57)/;
/** The statement may have taken effect. */
const inDoubt = /^(40003|58|F0|XX000)/;

/** Whether the server refused a statement for several records, and rolled it back. */
export function isRefusal(error: unknown): boolean {
  return isRefusalOfReads(error) && !inDoubt.test(refusalCode(error) ?? '');
}

/** The same for reads, where damage may concern only one of several records. */
export function isRefusalOfReads(error: unknown): boolean {
  const code = refusalCode(error);
  return code !== undefined && !ofTheServer.test(code);
}

function refusalCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return isFromServer(cause) ? codeOf(cause) : undefined;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}
