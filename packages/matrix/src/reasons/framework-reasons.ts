import type { Unreachable } from '../host.ts';
import { badEscapes } from './cases.ts';
import { bareServer, mounted, starForApp } from './node-http-reasons.ts';
import { headUnframed } from './server-reasons.ts';
import { either, notClosed } from './shows.ts';

/** What does not reach a middleware of Fastify, whose router comes before it. */
const fastify: readonly Unreachable[] = [
  ...bareServer,
  {
    reason: 'Fastify responds with 400 to a target with bad escapes, without asking the service.',
    cases: [...badEscapes, 'target-spelling-dots-bad-escape'],
    // The response to HEAD has the length of the body of GET.
    shows: /FST_ERR_BAD_URL|^Content-Length: expected \["52"\], got \["127"\]$/,
  },
];

/** What does not reach the service below `@fastify/express`. */
export const fastifyExpressReasons: readonly Unreachable[] = [
  ...fastify,
  ...mounted,
  {
    reason: '@fastify/express also decodes the query, and responds with 500 where that has bad escapes.',
    cases: ['target-spelling-query-slashes'],
    shows: /URI malformed/,
  },
];

/** What does not reach the service below `@fastify/middie`, which keeps dot segments. */
export const fastifyMiddieReasons: readonly Unreachable[] = [...fastify, starForApp];

/** What does not reach the service below h3 1. */
export const h3v1Reasons: readonly Unreachable[] = [
  ...bareServer,
  ...mounted,
  {
    reason:
      'h3 1 looks for its routes in the target as sent, and finds none where the target is a whole URL.',
    cases: ['target-spelling-absolute*', 'target-root-absolute*', 'base-path-absolute'],
    shows: /Cannot find any path matching|^status: expected 200, got 404$/,
  },
];

/** What does not reach the service below h3 2, or reaches it in another way through its server, srvx. */
export const h3v2Reasons: readonly Unreachable[] = [
  ...bareServer,
  ...mounted,
  headUnframed,
  {
    reason: 'h3 2 responds with 400 to a target with bad escapes, without asking the service.',
    cases: [...badEscapes, 'method-head-bad-escape', 'response-json-type'],
    // The response to HEAD has no length.
    shows:
      /\{\\?"status\\?":400,\\?"message\\?":\\?"Bad Request\\?"\}|got "400 |^content-length: expected \["\d+"\], got undefined$|charset=UTF-8/i,
  },
  {
    reason:
      'The server asks the service about a pipelined request before it has the response to the one before.',
    cases: ['connection-pipelined', 'server-half-closed'],
    shows: /^response: expected "200 /,
  },
  {
    reason:
      'The server does not close the connection when the service leaves a body unread: it reads on, or stops reading.',
    cases: [
      'unread-content-type-large',
      'unread-content-type-endless',
      'unread-id-large',
      'unread-id-endless',
      'unread-route-large',
      'unread-route-endless',
      'unread-method-large',
      'unread-method-endless',
      'unread-get-large',
      'unread-get-endless',
      'unread-delete-absent-large',
      'unread-delete-absent-endless',
      'unread-options-large',
      'unread-options-endless',
      'unread-rest-large',
      'unread-rest-endless-*',
      'unread-cut-endless',
    ],
    shows: either(/^The server accepted no more bytes for \d+ ms\.$/, notClosed),
  },
];
