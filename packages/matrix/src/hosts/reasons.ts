import { type HttpNeed, httpContract, requestExceptions } from '@location-records/testing';
import type { Unreachable } from '../host.ts';

/** The identifiers of the cases with a need, but for some. */
export function casesThatNeed(need: HttpNeed, but: readonly string[] = []): string[] {
  return httpContract
    .filter(({ id, needs }) => needs.includes(need) && !but.includes(id))
    .map(({ id }) => id);
}

/** Where a function is called. */
export const noServer: readonly Unreachable[] = [
  { reason: 'There is no connection where a function is called.', cases: casesThatNeed('socket') },
];

/** Where a function is called with a `Request`. */
export const noRequest: readonly Unreachable[] = [
  ...noServer,
  ...Object.entries(requestExceptions).map(([id, reason]) => ({ reason, cases: [id] })),
];

/** node:http without `createServer` of the adapter, which asks the app about nothing that it can settle itself. */
export const bareServer: readonly Unreachable[] = [
  {
    reason:
      'The server around the mount answers malformed HTTP, a missing Host, time-outs and CONNECT in its own way.',
    cases: casesThatNeed('server', [
      'server-alive',
      'server-half-closed',
      'server-host-valid',
      'server-upgrade',
    ]),
  },
  {
    reason: 'The parser of node:http refuses methods that it does not know, and asks nobody.',
    cases: ['method-unknown', 'method-lower-case'],
  },
];

/** A server without a listener for `checkContinue`. */
export const everyBodyInvited: Unreachable = {
  reason: 'node:http invites every body that is offered before the app is asked.',
  cases: ['expect-uninvited-*', 'expect-delete'],
};

/** What a mount point is not asked, or is asked in another way. */
export const mounted: readonly Unreachable[] = [
  {
    reason: 'Dot segments that lead out of the mount point lead out of the service.',
    cases: ['target-spelling-dots-at-root', 'target-root-dots', 'target-root-dots-encoded'],
  },
  {
    reason: 'OPTIONS * names the whole server, not what is mounted at a path.',
    cases: ['method-options-star', 'connection-options-star', 'base-path-options'],
  },
];
