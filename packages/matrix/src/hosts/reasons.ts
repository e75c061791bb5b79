import { httpContract } from '@location-records/testing';
import type { Unreachable } from '../host.ts';

/** The rules of a whole server, which hosts below an app or another server keep in their own way, but for some. */
function serverCases(but: readonly string[]): string[] {
  return httpContract
    .filter(({ id, needs }) => needs.includes('server') && !but.includes(id))
    .map(({ id }) => id);
}

/** node:http without `createServer` of the adapter, which asks the app about nothing that it can settle itself. */
export const bareServer: readonly Unreachable[] = [
  {
    reason:
      'The server around the mount answers malformed HTTP, a missing Host, time-outs and CONNECT in its own way.',
    cases: serverCases(['server-alive', 'server-half-closed', 'server-host-valid', 'server-upgrade']),
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
