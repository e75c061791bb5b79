import type { Unreachable } from '../host.ts';
import { badEscapes } from './escape-cases.ts';
import { mounted, starForApp } from './mount-reasons.ts';
import { bareServer } from './node-http-reasons.ts';

/** The router of Fastify stands before the middlewares. */
const fastify: readonly Unreachable[] = [
  ...bareServer,
  {
    reason: 'Fastify answers a target with bad escapes with 400 without asking the service.',
    cases: [...badEscapes, 'target-spelling-dots-bad-escape'],
    // The length is that of the body for GET, in the response to HEAD.
    shows: /FST_ERR_BAD_URL|^Content-Length: expected \["52"\], got \["127"\]$/,
  },
];

/** What does not reach the service below `@fastify/express`. */
export const fastifyExpressReasons: readonly Unreachable[] = [
  ...fastify,
  ...mounted,
  {
    reason: '@fastify/express decodes the query, too, and answers one with bad escapes with 500.',
    cases: ['target-spelling-query-slashes'],
    shows: /URI malformed/,
  },
];

/** What does not reach the service below `@fastify/middie`, which keeps dot segments. */
export const fastifyMiddieReasons: readonly Unreachable[] = [...fastify, starForApp];
