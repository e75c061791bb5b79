import { createFaultyStore, fetchService } from '@location-records/conformance';
import { createHandler, createMemoryStore } from '@location-records/core';
import type { Host } from '../host.ts';
import {
  fastifyExpressReasons,
  fastifyMiddieReasons,
  h3v1Reasons,
  h3v2Reasons,
} from '../reasons/framework-reasons.ts';
import { bareServer, mounted } from '../reasons/node-http-reasons.ts';
import { noRequest } from '../reasons/unmet-needs.ts';
import { runCases } from '../run-cases.ts';
import {
  connectApp,
  fastifyApp,
  fastifyExpressApp,
  fastifyMiddieApp,
  h3v1App,
  h3v2App,
  koaApp,
} from './apps.ts';
import { honoApp } from './hono-app.ts';
import { belowMountPath, mountPath, serverHost } from './server-host.ts';

const everywhere = [...bareServer, ...mounted];

/** The other frameworks, with the service mounted at a path: on node:http, and Hono in this process. */
export const frameworkHosts: readonly Host[] = [
  serverHost('Connect', (handle) => belowMountPath(connectApp(handle, mountPath)), everywhere, {
    basePath: mountPath,
  }),
  serverHost('Koa', (handle) => belowMountPath(koaApp(handle, mountPath)), everywhere, {
    basePath: mountPath,
  }),
  serverHost('Fastify', async (handle) => belowMountPath(await fastifyApp(handle, mountPath)), everywhere, {
    basePath: mountPath,
  }),
  serverHost(
    '@fastify/express',
    async (handle) => belowMountPath(await fastifyExpressApp(handle, mountPath)),
    fastifyExpressReasons,
  ),
  serverHost(
    '@fastify/middie',
    async (handle) => belowMountPath(await fastifyMiddieApp(handle, mountPath)),
    fastifyMiddieReasons,
  ),
  serverHost('h3 1', (handle) => belowMountPath(h3v1App(handle, mountPath)), h3v1Reasons, {
    basePath: mountPath,
  }),
  serverHost('h3 2', (handle) => belowMountPath(h3v2App(handle, mountPath)), h3v2Reasons, {
    basePath: mountPath,
  }),
  {
    name: 'Hono, app.mount()',
    unreachable: noRequest,
    run: (cases) =>
      runCases(cases, async (options) => {
        const { store, faults, onError } = createFaultyStore(createMemoryStore());
        const handle = createHandler({ ...options, store, onError });
        const app = honoApp(handle, mountPath);
        return {
          service: fetchService((request) => app.fetch(requestBelowMountPath(request)), faults),
          close: () => store.close(),
        };
      }),
  },
];

function requestBelowMountPath(request: Request): Request {
  const { origin, pathname, search } = new URL(request.url);
  return new Request(`${origin}${mountPath}${pathname === '/' ? '' : pathname}${search}`, request);
}
