import { type Advice, createFailures, oneLine, unknownEffect } from '../shared/failures.ts';

/** What the store tried to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'prepare' | 'read from' | 'write to';

/** The errors of PostgreSQL stores, which name the server and the database. */
export const failures = createFailures<Attempt>('PostgreSQL', adviceOn);

/** For a server or session that takes no writes. */
export const readOnlyAdvice =
  'it can only be read; connect to the primary server, or turn default_transaction_read_only off';

const unreachable = 'the server cannot be reached; start it, or correct the host and the port';
const broken = 'the connection broke; check the server and the network';
const silent =
  'the server did not respond in time; raise the option "timeout", or check the server and the network';
const slow = 'the server stopped waiting; look for locks and load on it, or raise the option "timeout"';
const restarting = 'the server is starting or stopping; try again in a moment';
const access =
  'the server refuses the user or the password; correct them, or give a password if there is none';
const damaged = 'the server reports damaged data; restore it from a backup';
const altered =
  'the table differs from the one that this service creates; restore it whole, or choose another name';
const untrusted =
  'its certificate is not trusted; name the file of its authority with "sslrootcert" in the URL, or in NODE_EXTRA_CA_CERTS';

/** By the code of PostgreSQL (its manual, appendix A) or of Node.js. */
const unavailable: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: 'there is no socket; start the server, or correct its folder and the port',
  EACCES: 'this process may not use the socket; grant it that, or connect by TCP',
  ENOTFOUND: 'there is no such host; correct it, and name only one',
  EAI_AGAIN: 'the name of the host cannot be resolved now; try again later, or correct the host',
  ECONNRESET: broken,
  EPIPE: broken,
  ERR_TLS_CERT_ALTNAME_INVALID:
    'its certificate is for another name; write a host that the certificate names',
  CERT_HAS_EXPIRED: 'its certificate has expired; renew it',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  '25006': readOnlyAdvice,
  '28000':
    'the server does not admit this user from here; check its pg_hba.conf, whether the role has LOGIN, and whether TLS is required (sslmode=verify-full)',
  '28P01': access,
  '3D000': 'there is no such database; create it, or correct the name',
  '3F000': 'the schema no longer exists; restore it, or restart this service to create it',
  '42P01': 'the table no longer exists; restore it, or restart this service to create it',
  '53100': "the server's disk is full; free some space",
  '53300':
    'the server has too many connections; lower "maxConnections", or raise the limit of the server or the role',
  '54000': 'the record is too big for PostgreSQL; make it smaller',
  '55P03': slow,
  '57014': slow,
  '57P01': restarting,
  '57P02': restarting,
  '57P03': restarting,
  '57P05': broken,
};

const unsuitable: Readonly<Record<string, string>> = {
  '23502': altered,
  '23514': altered,
  '42703': altered,
  '42804': altered,
  '42P10': 'the unique index of the table is missing; restore the table whole, or choose another name',
  XX001: damaged,
  XX002: damaged,
};

/** By the messages of the package `pg`, which have no code. */
const messages: readonly (readonly [RegExp, string])[] = [
  [/^Connection terminated( due to connection timeout)?$|^Query read timeout/, silent],
  [
    /^timeout exceeded when trying to connect/,
    'no connection was free in time; raise "maxConnections" or "timeout", or look for what holds the connections',
  ],
  [/^Connection terminated/, broken],
  [
    /^SASL: .*password must be/,
    'the server asks for a password; give one in the URL, or in the environment variable PGPASSWORD',
  ],
  [
    /^The server does not support SSL/,
    'the server does not speak TLS; turn "ssl" on there, or write sslmode=disable into the URL',
  ],
  [
    /^There was an error establishing an SSL/,
    'what listens there does not respond as PostgreSQL does; correct the host and the port',
  ],
];

/** Explains a failure. During opening, the server may be the wrong one. */
function adviceOn(error: unknown, attempt: Attempt): Advice {
  const code = codeOf(error);
  const said = oneLine(error);
  const lasting = unsuitable[code];
  if (lasting) return { code: 'STORE_UNSUITABLE', advice: lasting };
  const known =
    unavailable[code] ?? messages.find(([pattern]) => pattern.test(said))?.[1] ?? otherwise(error);
  if (attempt === 'write to' && isInDoubt(error)) {
    return { code: 'STORE_UNAVAILABLE', advice: known.replace(';', `, so ${unknownEffect};`) };
  }
  const mayBeAnother =
    (attempt === 'open' || attempt === 'prepare') && (known === silent || known === broken);
  const advice = mayBeAnother ? `${known}, and whether PostgreSQL listens there` : known;
  return { code: 'STORE_UNAVAILABLE', advice };
}

function otherwise(error: unknown): string {
  const code = codeOf(error);
  const said = oneLine(error);
  if (code === '42501')
    return `this user may not do that (${said}); grant the privileges that the README lists`;
  if (/^ERR_(OSSL|SSL)/.test(code)) return `TLS fails (${said}); check the certificates on both sides`;
  return isFromServer(error)
    ? `the server says ${JSON.stringify(said)}; see its log`
    : `${said}; check the server and the network`;
}

/** Returns the code of an error of PostgreSQL or Node.js, or `''`. */
export function codeOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

/** Returns whether the server reported the error, so that the statement was rolled back. */
export function isFromServer(error: unknown): boolean {
  return error instanceof Error && 'severity' in error;
}

/** Returns whether the connection ended before the reply. */
export function isLostConnection(error: unknown): boolean {
  if (/^(ECONNRESET|EPIPE|57P0[125])$/.test(codeOf(error))) return true;
  return error instanceof Error && /^Connection terminated unexpectedly/.test(error.message);
}

/** Returns whether a failed statement may have taken effect. */
function isInDoubt(error: unknown): boolean {
  if (isFromServer(error)) return false;
  return (
    isLostConnection(error) ||
    (error instanceof Error && /^(Connection terminated|Query read timeout)$/.test(error.message))
  );
}

/**
 * Returns whether the server rolled back a statement because of one of its records: a lock, a constraint, a
 * trigger, a size, a damaged row. Anything else would fail for each record alone, too.
 */
export function isRefusal(error: unknown): boolean {
  return isFromServer(error) && /^(22|23|54|55P03|P0|XX00[12])/.test(codeOf(error));
}
