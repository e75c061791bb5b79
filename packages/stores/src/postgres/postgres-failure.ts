import type { StoreErrorCode } from '@location-records/core';
import { TimeOut } from './deadline.ts';

/** What a failure means for the person who runs the service. */
export interface PostgresFailure {
  readonly code: StoreErrorCode;
  /** What is wrong, and what to do. */
  readonly advice: string;
}

/** For a server, or a session, that takes no writes. */
export const readOnlyAdvice =
  'it can only be read; connect to the primary server, or turn default_transaction_read_only off';

const migrate = 'run migratePostgres()';
const unreachable = 'the server cannot be reached; start it, or correct the host and the port';
const broken = 'the connection broke; see whether the server and the network are well';
const noTurn =
  'the pool gave no connection in time; raise its "max", or see whether the server and the network are well';
const credentials = 'the server refuses this user; correct the user, the password or pg_hba.conf';
const restarting = 'the server is starting or stopping; try again in a moment';
const slow = 'the server gave up waiting; look for locks and load on it, or raise the option "timeout"';
const changed = `the table is not as this service made it; restore it, or choose another and ${migrate}`;
const damaged = 'the server reports damaged data; restore it from a backup';

/** By the code of PostgreSQL (its manual, appendix A) or of Node. */
const unavailable: Readonly<Record<string, string>> = {
  ECONNREFUSED: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ETIMEDOUT: unreachable,
  ENOENT: unreachable,
  ENOTFOUND: 'there is no such host; correct the host',
  EAI_AGAIN: 'the name of the host cannot be resolved now; try again later, or correct the host',
  ECONNRESET: broken,
  EPIPE: broken,
  '08006': broken,
  '25006': readOnlyAdvice,
  '25P03': 'the list was read too slowly for idle_in_transaction_session_timeout; raise that, or read faster',
  '28000': credentials,
  '28P01': credentials,
  '3D000': 'there is no such database; create it, or correct the name',
  '3F000': `there is no such schema; ${migrate}, or correct the name`,
  '42P01': `there is no such table; ${migrate}, or correct the name`,
  '42501': 'this user may not do that; grant the privileges that the README lists',
  '53100': "the server's disk is full; free some space",
  '53200': 'the server is out of memory; give it more',
  '53300': 'the server has too many connections; lower the option "connections", or raise max_connections',
  '54000': 'the record is too big for PostgreSQL; make it smaller',
  '57014': slow,
  '55P03': slow,
  '57P01': restarting,
  '57P02': restarting,
  '57P03': restarting,
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

/** The failure that an error reports, as far as it is a known one. */
export function findFailure(error: unknown): PostgresFailure | undefined {
  if (error instanceof TimeOut) {
    const advice = `${error.message}; see whether the server and the network are well, or raise the option "timeout"`;
    return { code: 'STORE_UNAVAILABLE', advice };
  }
  const code = codeOf(error);
  const advice = (code && unavailable[code]) || uncodedAdvice(error);
  if (advice !== undefined) return { code: 'STORE_UNAVAILABLE', advice };
  const lasting = code && unsuitable[code];
  return lasting ? { code: 'STORE_UNSUITABLE', advice: lasting } : undefined;
}

/**
 * Whether another transaction was in the way, and this one was taken back, so that it can be tried again: a server may
 * be set to isolate transactions more than a single statement needs.
 */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** Of the connection, the resources or the state of the server, which none of several values could be the reason of. */
const ofTheServer = /^(08|53|57)/;
/** The statement may have taken effect. */
const inDoubt = /^(40003|58|F0|XX000)/;

/** Whether the server refused a statement that was sent for several, and took it back. */
export function isRefusal(error: unknown): boolean {
  return isRefusalOfReads(error) && !inDoubt.test(refusalCode(error) ?? '');
}

/** The same for a statement that has no effect: what is damaged may be only one of several. */
export function isRefusalOfReads(error: unknown): boolean {
  const code = refusalCode(error);
  return code !== undefined && !ofTheServer.test(code);
}

function refusalCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'severity' in cause ? codeOf(cause) : undefined;
}

function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as Error & { readonly code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** `pg` gives these no code. */
function uncodedAdvice(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  // The time-out of the pool itself, which may come before that of the call.
  if (error.message === 'timeout exceeded when trying to connect') return noTurn;
  return /^Connection terminated|not queryable$/.test(error.message) ? broken : undefined;
}
