import { createServer } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { type HttpCase, requestExceptions } from '@location-records/conformance';
import type { Handler } from '@location-records/core';
import { binaryOf } from '@location-records/workspace/campaigns';
import compression from 'compression';
import express from 'express';
import express4 from 'express4';
import { Hono } from 'hono';
import {
  connectApp,
  fastifyApp,
  fastifyExpressApp,
  fastifyMiddieApp,
  h3v1App,
  h3v2App,
  koaApp,
  listenerApp,
} from './apps.ts';
import {
  atMountPath,
  command,
  fetchHandler,
  fixture,
  handler,
  mountPath,
  type Start,
  server,
  spawned,
} from './start.ts';
import { workerdCommand } from './workerd.ts';

/** A way for requests to reach the service. */
export interface Host {
  readonly name: string;
  readonly start: Start;
  /** What the host lacks: cases that need it are left out. */
  readonly lacks: HttpCase['needs'];
  /** Identifiers of further cases that are left out, in which `*` stands for any text. */
  readonly except?: readonly string[];
}

const noConnection: HttpCase['needs'] = ['socket', 'server'];

/** The constructor `Request` refuses these. */
const notRequests = Object.keys(requestExceptions);
/** The parser of the host refuses a method that it does not know. */
const unknownMethods = ['method-unknown', 'method-lower-case'];
/** The host invites every body that is offered with `Expect: 100-continue`. */
const invites = ['expect-uninvited-*'];
const onNode = [...unknownMethods, ...invites];
/** The app decides on `OPTIONS *`, and on dots that lead out of the mount point. */
const atPath = [
  ...onNode,
  'base-path-options',
  'connection-options-star',
  'method-options-star',
  'target-root-dots*',
];
/** A body parser reads each body to its end, has another limit, decodes, and lets later requests overtake. */
const parsed = [
  ...onNode,
  'connection-pipelined',
  'unread-*',
  'limit-*mebibyte*',
  'limit-option-larger',
  'content-encoding-plain',
];
const decoded = [...parsed, 'body-bom-twice', 'body-utf8-*'];
/** A list that fails half-way ends in an orderly way over HTTP/1.0. */
const ownEnd = ['failure-list-http-1-0'];
/** The router refuses bad escapes, for methods of every kind. */
const ownEscapes = [
  '*bad-escape*',
  'check-*id-escape*',
  'method-patch',
  'method-trace',
  'target-unknown-first',
];

const nodes = ['20', '22', '24', '26'] as const;

/** A host with connections that decides on `Host`, malformed HTTP and CONNECT itself. */
function on(name: string, start: Start, ...except: readonly string[]): Host {
  return { name, start, lacks: ['server'], except };
}

/** A program of the folder `fixtures` on a runtime. */
function program(runtime: string, name: string, ...flags: readonly string[]): Start {
  return spawned((options) => [runtime, ...flags, fixture(name), JSON.stringify(options)]);
}

/** Every host. The runtimes must be installed. */
export const hosts = (): readonly Host[] => [
  { name: 'location-records serve', start: command, lacks: ['faults'] },
  { name: 'in process', start: handler, lacks: noConnection },
  { name: 'fetch', start: fetchHandler(createFetchHandler), lacks: noConnection, except: notRequests },
  { name: 'Hono', start: fetchHandler(honoFetch), lacks: noConnection, except: notRequests },
  ...nodes.map((version) => ({
    name: `node:http, Node.js ${version}`,
    start: program(binaryOf(`node${version}`), 'node'),
    lacks: [],
  })),
  on('createListener', server(listenerApp), ...unknownMethods),
  on(
    'fetch, Bun',
    program(binaryOf('bun'), 'fetch'),
    ...[...onNode, ...ownEnd, 'base-path-options', '*-options-star', 'connection-chunk-extras'],
    ...['connection-raw-invalid-utf8', 'unread-*'],
  ),
  on(
    'fetch, Deno',
    program(binaryOf('deno'), 'fetch', 'run', '-A'),
    ...[...invites, ...ownEnd, 'connection-pipelined-refusals', 'unread-*'],
  ),
  on('fetch, workerd', spawned(workerdCommand()), ...onNode, ...ownEnd, 'unread-*'),
  ...expressHosts('Express 4', express4).slice(0, 2),
  ...expressHosts('Express 5', express),
  on('Connect', atMountPath(connectApp), ...atPath),
  on('Koa', atMountPath(koaApp), ...atPath),
  on('Fastify', atMountPath(fastifyApp), ...atPath),
  on(
    '@fastify/express',
    atMountPath(fastifyExpressApp, { seesPath: false }),
    ...[...atPath, ...ownEscapes, 'target-spelling-query-slashes'],
  ),
  on('@fastify/middie', atMountPath(fastifyMiddieApp, { seesPath: false }), ...atPath, ...ownEscapes),
  on('h3 1', atMountPath(h3v1App), ...atPath, '*-absolute*'),
  on(
    'h3 2',
    atMountPath(h3v2App),
    ...[...atPath, ...ownEscapes, ...ownEnd, 'connection-pipelined', 'response-json-type', 'unread-*'],
  ),
];

/** Express in one version, with the service mounted in the usual ways. */
function expressHosts(version: string, create: typeof express): readonly Host[] {
  const behind = (...before: readonly express.RequestHandler[]) =>
    server((handle) => createServer(create().use(...before, createMiddleware(handle))));
  const inRouter = (handle: Handler) => {
    const router = create.Router({ strict: true }).use('/locations', createMiddleware(handle));
    const app = create().set('strict routing', true).set('trust proxy', true);
    return createServer(app.use('/api', router));
  };
  return [
    on(version, behind(), ...onNode),
    on(
      `${version}, in a Router, strict routing, trust proxy`,
      atMountPath(inRouter, { seesPath: false }),
      ...atPath,
    ),
    on(
      `${version}, behind express.json()`,
      behind(create.json()),
      // The parser does not keep the text of a body.
      ...[...decoded, 'limit-spaces-before', 'limit-line-ends', 'etag-of-write'],
    ),
    on(
      `${version}, behind express.text()`,
      behind(create.text({ type: '*/*' })),
      ...[...decoded, 'body-charset-parameter'],
    ),
    on(`${version}, behind express.raw()`, behind(create.raw({ type: '*/*' })), ...parsed),
    on(`${version}, behind compression()`, behind(compression()), ...onNode),
  ];
}

function honoFetch(handle: Handler) {
  const app = new Hono().mount(mountPath, createFetchHandler(handle));
  return async (request: Request) => {
    const { origin, pathname, search } = new URL(request.url);
    const path = pathname === '/' ? '' : pathname;
    return app.fetch(new Request(`${origin}${mountPath}${path}${search}`, request));
  };
}
