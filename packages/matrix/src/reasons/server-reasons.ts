import type { Unreachable } from '../host.ts';
import { uninvited } from './cases.ts';
import { connectionEnded, either, emptyResponse, foreignBody, notClosed, serviceResponded } from './shows.ts';

/** Malformed HTTP, and heads that are too large, which the server refuses without asking the service. */
export function refusedByServer(cases: readonly string[]): Unreachable {
  const reason = 'The server itself responds to what is malformed or too large, without an Error object.';
  return { reason, cases, shows: foreignBody };
}

/** Requests without a host, which the server refuses. A body that still comes may cost the client the response. */
export function hostDemanded(cases: readonly string[]): Unreachable {
  const reason = 'The server itself responds to a request that names no host, without an Error object.';
  return { reason, cases, shows: either(foreignBody, connectionEnded) };
}

/** Requests whose `Host` is not checked. */
export function hostUnchecked(cases: readonly string[]): Unreachable {
  const reason = 'The server does not check what Host says, and asks the service.';
  return { reason, cases, shows: serviceResponded };
}

/** A request of HTTP/1.0 without a host, which the server accepts. */
export const hostNotDemanded: Unreachable = {
  reason: 'The server lets HTTP/1.0 do without Host, and asks the service.',
  cases: ['server-host-missing-1-0'],
  shows: serviceResponded,
};

/** Requests with more fields than the server accepts. */
export function fieldsCounted(cases: readonly string[]): Unreachable {
  const reason = 'The server itself refuses hundreds of fields, without an Error object.';
  return { reason, cases, shows: foreignBody };
}

/** Long heads that the server accepts. */
export function longHeadsTaken(cases: readonly string[]): Unreachable {
  const reason = 'The server takes a head of 20 KB, and asks the service.';
  return { reason, cases, shows: serviceResponded };
}

/** A body that turns out to be malformed after the response. */
export function secondResponse(cases: readonly string[]): Unreachable {
  const reason =
    'The server responds with 400 to a body that turns out to be malformed, even after the response of the service.';
  return { reason, cases, shows: /^bytes after the response: expected 0, got \d+$/ };
}

/** Bodies that the server invites before it asks the service. */
export const bodiesInvited: Unreachable = {
  reason: 'The runtime invites every body that is offered before it asks the service.',
  cases: uninvited,
  shows: emptyResponse,
};

/** A response to HEAD with fewer fields than that to GET. */
export const headUnframed: Unreachable = {
  reason: 'The runtime leaves Transfer-Encoding out of the response to HEAD, as RFC 9112 section 6.1 allows.',
  cases: ['list-long-head'],
  shows: /^transfer-encoding: expected \["chunked"\], got undefined$/,
};

/** Bodies that the service leaves unread, and that the server reads to their end. */
export function bodiesDropped(cases: readonly string[]): Unreachable {
  const reason = 'The runtime reads and drops a body that the service does not want, however long it is.';
  return { reason, cases, shows: notClosed };
}
