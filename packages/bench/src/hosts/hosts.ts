import { createServer } from 'node:http';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { type HttpCase, requestExceptions } from '@location-records/conformance';
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
  belowMountPath,
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

/** A way on which requests come to the service. */
export interface Host {
  readonly name: string;
  readonly start: Start;
  /** What the host does not have: cases that need it are left out. */
  readonly lacks: HttpCase['needs'];
  /** Identifiers of further cases that are left out, in which `*` stands for any text. */
  readonly except?: readonly string[];
}

const all: HttpCase['needs'] = [];
/** A host that decides on `Host`, malformed HTTP and CONNECT itself. */
const mounted: HttpCase['needs'] = ['server'];
const noConnection: HttpCase['needs'] = ['socket', 'server'];

/** What the constructor `Request` refuses. */
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

/** Every host. The runtimes must be installed. */
export const hosts = (): readonly Host[] => [
  { name: 'location-records serve', start: command, lacks: ['faults'] },
  { name: 'in process', start: handler, lacks: noConnection },
  { name: 'fetch', start: fetchHandler(createFetchHandler), lacks: noConnection, except: notRequests },
  ...nodes.map((version) => ({
    name: `node:http, Node.js ${version}`,
    start: spawned((options) => [binaryOf(`node${version}`), fixture('node'), JSON.stringify(options)]),
    lacks: all,
  })),
  {
    name: 'createListener',
    start: server((handle) => listenerApp(handle)),
    lacks: mounted,
    except: unknownMethods,
  },
  {
    name: 'fetch, Bun',
    start: spawned((options) => [binaryOf('bun'), fixture('fetch'), JSON.stringify(options)]),
    lacks: mounted,
    except: [
      ...onNode,
      ...ownEnd,
      'base-path-options',
      '*-options-star',
      'connection-chunk-extras',
      'connection-raw-invalid-utf8',
      'unread-*',
    ],
  },
  {
    name: 'fetch, Deno',
    start: spawned((options) => [binaryOf('deno'), 'run', '-A', fixture('fetch'), JSON.stringify(options)]),
    lacks: mounted,
    except: [...invites, ...ownEnd, 'connection-pipelined-refusals', 'unread-*'],
  },
  {
    name: 'fetch, workerd',
    start: spawned(workerdCommand()),
    lacks: mounted,
    except: [...onNode, ...ownEnd, 'unread-*'],
  },
  ...expressHosts('Express 4', express4).slice(0, 2),
  ...expressHosts('Express 5', express),
  {
    name: 'Connect',
    start: server((handle) => belowMountPath(connectApp(handle, mountPath)), mountPath),
    lacks: mounted,
    except: atPath,
  },
  {
    name: 'Koa',
    start: server((handle) => belowMountPath(koaApp(handle, mountPath)), mountPath),
    lacks: mounted,
    except: atPath,
  },
  {
    name: 'Fastify',
    start: server(async (handle) => belowMountPath(await fastifyApp(handle, mountPath)), mountPath),
    lacks: mounted,
    except: atPath,
  },
  {
    name: '@fastify/express',
    start: server(async (handle) => belowMountPath(await fastifyExpressApp(handle, mountPath))),
    lacks: mounted,
    except: [...atPath, ...ownEscapes, 'target-spelling-query-slashes'],
  },
  {
    name: '@fastify/middie',
    start: server(async (handle) => belowMountPath(await fastifyMiddieApp(handle, mountPath))),
    lacks: mounted,
    except: [...atPath, ...ownEscapes],
  },
  {
    name: 'h3 1',
    start: server((handle) => belowMountPath(h3v1App(handle, mountPath)), mountPath),
    lacks: mounted,
    except: [...atPath, '*-absolute*'],
  },
  {
    name: 'h3 2',
    start: server((handle) => belowMountPath(h3v2App(handle, mountPath)), mountPath),
    lacks: mounted,
    except: [...atPath, ...ownEscapes, ...ownEnd, 'connection-pipelined', 'response-json-type', 'unread-*'],
  },
  { name: 'Hono', start: fetchHandler(honoFetch), lacks: noConnection, except: notRequests },
];

/** Express in one version, with the service mounted in the usual ways. */
function expressHosts(version: string, create: typeof express): readonly Host[] {
  const behind = (...before: readonly express.RequestHandler[]) =>
    server((handle) => createServer(create().use(...before, createMiddleware(handle))));

  return [
    { name: version, start: behind(), lacks: mounted, except: onNode },
    {
      name: `${version}, in a Router, strict routing, trust proxy`,
      start: server((handle) => {
        const router = create.Router({ strict: true }).use('/locations', createMiddleware(handle));
        const app = create().set('strict routing', true).set('trust proxy', true).use('/api', router);
        return belowMountPath(createServer(app));
      }),
      lacks: mounted,
      except: atPath,
    },
    {
      name: `${version}, behind express.json()`,
      start: behind(create.json()),
      lacks: mounted,
      except: [...decoded, 'limit-spaces-before', 'limit-line-ends'],
    },
    {
      name: `${version}, behind express.text()`,
      start: behind(create.text({ type: '*/*' })),
      lacks: mounted,
      except: [...decoded, 'body-charset-parameter'],
    },
    {
      name: `${version}, behind express.raw()`,
      start: behind(create.raw({ type: '*/*' })),
      lacks: mounted,
      except: parsed,
    },
    {
      name: `${version}, behind compression()`,
      start: behind(compression()),
      lacks: mounted,
      except: onNode,
    },
  ];
}

function honoFetch(handle: Parameters<typeof createFetchHandler>[0]) {
  const app = new Hono().mount(mountPath, createFetchHandler(handle));
  return async (request: Request) => {
    const { origin, pathname, search } = new URL(request.url);
    const path = pathname === '/' ? '' : pathname;
    return app.fetch(new Request(`${origin}${mountPath}${path}${search}`, request));
  };
}
