import type { Host } from '../host.ts';
import { mounted } from '../reasons/mount-reasons.ts';
import { bareServer } from '../reasons/node-http-reasons.ts';
import { connectApp } from './connect-app.ts';
import { fastifyApp } from './fastify-app.ts';
import { koaApp } from './koa-app.ts';
import { belowMountPath, mountPath } from './mount-path.ts';
import { serverHost } from './server-host.ts';

const everywhere = [...bareServer, ...mounted];

/** Frameworks on node:http, with the listener mounted at a path. */
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
];
