import type { Host } from '../host.ts';
import { fastifyExpressReasons, fastifyMiddieReasons } from '../reasons/fastify-reasons.ts';
import { h3v1Reasons, h3v2Reasons } from '../reasons/h3-reasons.ts';
import { mounted } from '../reasons/mount-reasons.ts';
import { bareServer } from '../reasons/node-http-reasons.ts';
import { connectApp } from './connect-app.ts';
import { fastifyApp } from './fastify-app.ts';
import { fastifyExpressApp, fastifyMiddieApp } from './fastify-middleware-apps.ts';
import { h3v1App, h3v2App } from './h3-apps.ts';
import { koaApp } from './koa-app.ts';
import { belowMountPath, mountPath } from './mount-path.ts';
import { serverHost } from './server-host.ts';

const everywhere = [...bareServer, ...mounted];

/** Frameworks on node:http, with the service mounted at a path. */
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
];
