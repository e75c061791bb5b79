import type { Unreachable } from '../host.ts';
import { hostMalformed, hostMissing, malformedBehind, malformedHeads, uninvited } from './cases.ts';
import {
  answeredByServer,
  hostDemanded,
  hostNotDemanded,
  hostUnchecked,
  secondAnswer,
} from './server-reasons.ts';
import { connectionEnded, emptyAnswer, foreignBody, serviceAnswered } from './shows.ts';

/** A server of node:http without what `createServer` of the adapter adds, which asks the app about less. */
export const bareServer: readonly Unreachable[] = [
  answeredByServer([
    ...malformedHeads,
    'server-length-and-chunked',
    'server-overflow-*',
    'server-chunk-*',
    'server-garbage-later',
  ]),
  hostDemanded(hostMissing),
  hostUnchecked([...hostMalformed, 'server-host-repeated*', 'server-host-empty']),
  hostNotDemanded,
  secondAnswer,
  {
    reason: 'node:http takes a request line without a version for one of HTTP/0.9, and asks the app.',
    cases: ['server-no-version'],
    shows: serviceAnswered,
  },
  {
    reason: 'node:http answers malformed HTTP at once, in place of the requests before it.',
    cases: [
      ...malformedBehind,
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
      'node:http answers an unknown expectation with 417 (RFC 9110 section 10.1.1) without a listener for `checkExpectation`.',
    cases: ['server-expectation-unknown'],
    shows: /^response: expected "200 \{\\"description\\":.*\}", got "\d{3} and no body"$/,
  },
  {
    reason: 'node:http drops the fields after the 2,000th.',
    cases: ['server-many-fields'],
    shows: emptyAnswer,
  },
  {
    reason: 'node:http invites every offered body without a listener for `checkContinue`.',
    cases: uninvited,
    shows: emptyAnswer,
  },
];

/** A request for the whole server. */
export const starForApp: Unreachable = {
  reason: 'OPTIONS * names the whole server, so that the app answers it and not what is mounted at a path.',
  cases: ['method-options-star', 'connection-options-star', 'base-path-options'],
  shows: /^(?:status|response): expected .*200.*, got (?:404$|\[404,|"404 )/,
};

/** What a mount point is not asked, or is asked in another way. */
export const mounted: readonly Unreachable[] = [
  {
    reason: 'Dot segments that lead out of the mount point lead out of the service.',
    cases: ['target-spelling-dots-at-root', 'target-root-dots', 'target-root-dots-encoded'],
    shows: /^(?:status|response): expected .*200.*, got (?:404|"404 \{.*\}")$/,
  },
  starForApp,
];
