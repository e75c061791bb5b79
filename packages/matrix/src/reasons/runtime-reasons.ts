import type { Unreachable } from '../host.ts';
import { uninvited } from './server-cases.ts';
import { emptyAnswer, notClosed } from './shows.ts';

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
