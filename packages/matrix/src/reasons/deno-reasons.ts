import type { Unreachable } from '../host.ts';
import { hostMalformed, hostMissing, malformedHeads } from './cases.ts';
import {
  bodiesDropped,
  bodiesInvited,
  fieldsCounted,
  headUnframed,
  longHeadsTaken,
  refusedByServer,
} from './server-reasons.ts';
import { closeNotSaid, connectionEnded, either, emptyResponse, serviceResponded } from './shows.ts';

/** Where `Deno.serve` is the server. */
export const denoReasons: readonly Unreachable[] = [
  refusedByServer([
    ...malformedHeads,
    'server-no-version',
    'server-length-and-chunked',
    'server-host-repeated*',
    'server-garbage-*',
  ]),
  fieldsCounted(['server-overflow-fields', 'server-many-fields']),
  longHeadsTaken(['server-overflow-field', 'server-overflow-target']),
  bodiesInvited,
  headUnframed,
  bodiesDropped([
    ...['bad-escape', 'content-type', 'delete-absent', 'id', 'method', 'options', 'rest', 'route'].map(
      (what) => `unread-${what}-large`,
    ),
    'unread-*-endless*',
  ]),
  {
    reason: 'The runtime asks the service even where Host is missing or malformed.',
    cases: [...hostMissing, ...hostMalformed, 'server-host-missing-1-0', 'server-host-empty'],
    shows: either(serviceResponded, emptyResponse),
  },
  {
    reason: 'The runtime closes the connection without a response when a chunk is malformed.',
    cases: [
      'server-chunk-size',
      'server-chunk-size-negative',
      'server-chunk-longer',
      'server-malformed-body-behind-*',
      'server-malformed-waiting',
    ],
    shows: connectionEnded,
  },
  {
    reason:
      'The runtime closes the connection when a later chunk is malformed, while the service responds with 400: the first of the two wins.',
    cases: ['server-chunk-broken-later'],
    shows: connectionEnded,
    byLuck: true,
  },
  {
    reason: 'The runtime keeps the connection after the response to CONNECT.',
    cases: ['server-connect-behind'],
    shows: closeNotSaid,
  },
  {
    reason:
      'The runtime hides the body of a GET from the service, which cannot give it up, and closes the connection.',
    cases: ['unread-get-at-once', 'connection-pipelined-refusals'],
    shows: connectionEnded,
  },
];
