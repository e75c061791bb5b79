import type { Unreachable } from '../host.ts';
import { hostMalformed, hostMissing, malformedAfter, malformedHeads, uninvited } from './cases.ts';
import {
  hostDemanded,
  hostNotDemanded,
  hostUnchecked,
  refusedByServer,
  secondResponse,
} from './server-reasons.ts';
import { connectionEnded, emptyResponse, foreignBody, serviceResponded } from './shows.ts';

/** A server of node:http without what `createServer` of the adapter adds. */
export const bareServer: readonly Unreachable[] = [
  refusedByServer([
    ...malformedHeads,
    'server-length-and-chunked',
    'server-overflow-*',
    'server-chunk-*',
    'server-garbage-later',
  ]),
  hostDemanded(hostMissing),
  hostUnchecked([...hostMalformed, 'server-host-repeated*', 'server-host-empty']),
  hostNotDemanded,
  secondResponse(['server-one-answer']),
  {
    reason: 'node:http takes a request line without a version for one of HTTP/0.9, and asks the app.',
    cases: ['server-no-version'],
    shows: serviceResponded,
  },
  {
    reason: 'node:http responds to malformed HTTP at once, instead of to the requests before it.',
    cases: [
      ...malformedAfter,
      'server-malformed-waiting',
      'server-method-unknown',
      'server-method-unknown-route',
    ],
    shows: /^(?:status|response): expected "?(?:200|404).*, got "?400/,
  },
  {
    reason: 'node:http refuses methods that it does not know as malformed without asking the service.',
    cases: ['method-unknown', 'method-lower-case'],
    shows: foreignBody,
  },
  {
    reason: 'node:http closes the connection on CONNECT without a listener for `connect`.',
    cases: ['server-connect', 'server-connect-behind'],
    shows: connectionEnded,
  },
  {
    reason:
      'node:http responds with 417 to an unknown expectation (RFC 9110 section 10.1.1) without a listener for `checkExpectation`.',
    cases: ['server-expectation-unknown'],
    shows: /^response: expected "200 \{\\"description\\":.*\}", got "\d{3} and no body"$/,
  },
  {
    reason: 'node:http drops the fields after the 2,000th.',
    cases: ['server-many-fields'],
    shows: emptyResponse,
  },
  {
    reason: 'node:http invites every offered body without a listener for `checkContinue`.',
    cases: uninvited,
    shows: emptyResponse,
  },
];

/** A request for the whole server. */
export const starForApp: Unreachable = {
  reason:
    'OPTIONS * names the whole server, so the app responds to it, and not a service that is mounted at a path.',
  cases: ['method-options-star', 'connection-options-star', 'base-path-options'],
  shows: /^(?:status|response): expected .*200.*, got (?:404$|\[404,|"404 )/,
};

/** Requests that do not reach a mount point. */
export const mounted: readonly Unreachable[] = [
  {
    reason: 'Dot segments that lead out of the mount point lead out of the service.',
    cases: ['target-spelling-dots-at-root', 'target-root-dots', 'target-root-dots-encoded'],
    shows: /^(?:status|response): expected .*200.*, got (?:404|"404 \{.*\}")$/,
  },
  starForApp,
];
