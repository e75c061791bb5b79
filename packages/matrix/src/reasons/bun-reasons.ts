import type { Unreachable } from '../host.ts';
import { hostMalformed, hostMissing, malformedAfter, malformedHeads } from './cases.ts';
import {
  bodiesDropped,
  bodiesInvited,
  fieldsCounted,
  hostDemanded,
  hostNotDemanded,
  hostUnchecked,
  refusedByServer,
  secondResponse,
} from './server-reasons.ts';
import { connectionEnded, serviceResponded } from './shows.ts';

/** Where `Bun.serve` is the server. */
export const bunReasons: readonly Unreachable[] = [
  refusedByServer([
    ...malformedHeads,
    ...malformedAfter,
    'server-no-version',
    'server-length-and-chunked',
    'server-overflow-*',
    'server-chunk-*',
    'server-garbage-later',
  ]),
  hostDemanded(hostMissing),
  hostUnchecked([...hostMalformed, 'server-host-repeated*', 'server-host-empty']),
  hostNotDemanded,
  fieldsCounted(['server-many-fields']),
  secondResponse(['server-one-answer', 'server-malformed-waiting']),
  bodiesInvited,
  bodiesDropped(['unread-*-large', 'unread-*-endless*']),
  {
    reason: 'The URL that the runtime gives for CONNECT is the bare authority, for which there is no route.',
    cases: ['server-connect', 'server-connect-behind'],
    shows: serviceResponded,
  },
  {
    reason: 'The runtime closes the connection on a method that it does not know without asking the service.',
    cases: ['method-unknown', 'method-lower-case', 'server-method-unknown', 'server-method-unknown-route'],
    shows: connectionEnded,
  },
  {
    reason: 'The runtime responds to OPTIONS * with 400 without asking the service.',
    cases: ['method-options-star', 'base-path-options', 'connection-options-star'],
    shows: /^(?:status|response): expected .*200.*, got (?:400$|"400 (?:and no body)?"$|\[400,)/,
  },
  {
    reason:
      'The runtime refuses a field after the last chunk (RFC 9112 section 7.1.2), with 400 after the response.',
    cases: ['connection-chunk-extras'],
    shows: /^response: expected "200 \{\\"description\\":.*\}", got "\d{3} and no body"$/,
  },
  {
    reason: 'The runtime replaces what is not UTF-8 in a target, so that the service does not see it.',
    cases: ['connection-raw-invalid-utf8'],
    shows: /^status: expected 400, got 404$/,
  },
  {
    reason: 'The runtime says Content-Length: 0 in the response to HEAD where the length is unknown.',
    cases: ['list-long-head'],
    shows: /^content-length: expected undefined, got \["0"\]$/,
  },
];
