import type { Unreachable } from '../host.ts';
import { hostMalformed, hostMissing, malformedHeads } from './cases.ts';
import {
  headUnframed,
  hostDemanded,
  hostUnchecked,
  longHeadsTaken,
  refusedByServer,
} from './server-reasons.ts';
import { closeNotSaid, connectionEnded, foreignBody } from './shows.ts';

const closes =
  'The runtime closes the connection after a response that is sent before the whole body has come';

/** Where workerd is the server. */
export const workerdReasons: readonly Unreachable[] = [
  refusedByServer([...malformedHeads, 'server-no-version', 'server-garbage-*']),
  hostDemanded([...hostMissing, 'server-host-missing-1-0', 'server-host-empty']),
  hostUnchecked([...hostMalformed, 'server-host-repeated*']),
  longHeadsTaken(['server-overflow-*']),
  headUnframed,
  {
    reason:
      'The runtime waits for chunks even where there is a Content-Length as well, as RFC 9112 section 6.1 allows.',
    cases: ['server-length-and-chunked'],
    shows: /^Timed out after \d+ ms waiting for a line\.$/,
  },
  {
    reason:
      'The service responds to a malformed chunk, and the runtime closes the connection without saying so.',
    cases: ['server-chunk-*', 'server-malformed-body-behind-*'],
    shows: closeNotSaid,
  },
  {
    reason: 'The runtime responds to CONNECT with 500 without asking the service.',
    cases: ['server-connect', 'server-connect-behind'],
    shows: foreignBody,
  },
  {
    reason: 'The runtime responds with 501 to methods that it does not know, without asking the service.',
    cases: ['method-unknown', 'method-lower-case', 'server-method-unknown', 'server-method-unknown-route'],
    shows: foreignBody,
  },
  {
    reason: `${closes}.`,
    cases: ['unread-*-at-once', 'unread-delete', 'unread-rest-small'],
    shows: connectionEnded,
  },
  {
    reason: `${closes}: what the client still sends leads to a reset, which may reach the client before it has read the response (RFC 9112 section 9.6).`,
    cases: ['expect-uninvited-*-endless', 'unread-*-large', 'unread-*-endless*'],
    shows: connectionEnded,
    byLuck: true,
  },
];
