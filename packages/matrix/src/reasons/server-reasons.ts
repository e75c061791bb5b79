import type { Unreachable } from '../host.ts';
import { uninvited } from './cases.ts';
import { connectionEnded, either, emptyAnswer, foreignBody, notClosed, serviceAnswered } from './shows.ts';

/** Malformed HTTP, and heads that are too large, of which the service never hears. */
export function answeredByServer(cases: readonly string[]): Unreachable {
  const reason = 'The server itself answers what is malformed or too large, without an Error object.';
  return { reason, cases, shows: foreignBody };
}

/** Requests without a host of which the service never hears. A body that still comes may cost the client the response. */
export function hostDemanded(cases: readonly string[]): Unreachable {
  const reason = 'The server itself answers a request that names no host, without an Error object.';
  return { reason, cases, shows: either(foreignBody, connectionEnded) };
}

/** Requests whose `Host` is not checked. */
export function hostUnchecked(cases: readonly string[]): Unreachable {
  const reason = 'The server does not check what Host says, and asks the service.';
  return { reason, cases, shows: serviceAnswered };
}

/** A request of HTTP/1.0, which need not name a host. */
export const hostNotDemanded: Unreachable = {
  reason: 'The server lets HTTP/1.0 do without Host, and asks the service.',
  cases: ['server-host-missing-1-0'],
  shows: serviceAnswered,
};

/** Fields whose number is too much for a server. */
export function fieldsCounted(cases: readonly string[]): Unreachable {
  const reason = 'The server itself refuses hundreds of fields, without an Error object.';
  return { reason, cases, shows: foreignBody };
}

/** Heads that a server takes, though they are long. */
export function longHeadsTaken(cases: readonly string[]): Unreachable {
  const reason = 'The server takes a head of 20 KB, and asks the service.';
  return { reason, cases, shows: serviceAnswered };
}

/** A body that breaks after the response. */
export const secondAnswer: Unreachable = {
  reason:
    'The server answers a body that turns out to be malformed with 400, even after the response of the service.',
  cases: ['server-one-answer'],
  shows: /^bytes after the response: expected 0, got \d+$/,
};

/** A request that gets its response as soon as its head is there, although it should wait for its turn. */
export const deletedAlready: Unreachable = {
  reason:
    'The runtime asks the service when the head has come, so that DELETE is done before its body breaks.',
  cases: ['server-malformed-waiting'],
  shows: emptyAnswer,
};

/** A server that looks at `Expect` before the service is asked. */
export const bodiesInvited: Unreachable = {
  reason: 'The runtime invites every body that is offered before it asks the service.',
  cases: uninvited,
  shows: emptyAnswer,
};

/** A server that says less in the response to HEAD. */
export const headUnframed: Unreachable = {
  reason: 'The runtime leaves Transfer-Encoding out of the response to HEAD, as RFC 9112 section 6.1 allows.',
  cases: ['list-long-head'],
  shows: /^transfer-encoding: expected \["chunked"\], got undefined$/,
};

/** Bodies whose end a server awaits, although they are not read. */
export function bodiesDropped(cases: readonly string[]): Unreachable {
  const reason = 'The runtime reads and drops a body that the service does not want, however long it is.';
  return { reason, cases, shows: notClosed };
}
