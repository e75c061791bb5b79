import { once } from 'node:events';
import { createServer, type IncomingMessage, METHODS, type Server } from 'node:http';
import fastifyExpress from '@fastify/express';
import fastifyMiddie from '@fastify/middie';
import { createMiddleware } from '@location-records/adapters/express';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import connect from 'connect';
import fastify from 'fastify';
import { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import { createApp, defineEventHandler, toNodeListener } from 'h3-1';
import Koa from 'koa';

// The apps of the frameworks are written as the README of the adapters shows them. Where an app takes a base
// path, `handle` has the same one.

/** A plain server of node:http with the listener. */
export function listenerApp(handle: Handler): Server {
  const listener = createListener(handle);
  return createServer(listener).on('checkContinue', listener.checkContinue);
}

/**
 * A Connect app. It gives `handle` whole targets, because Connect removes the path even if its case, or a dot
 * after it, makes it another path.
 */
export function connectApp(handle: Handler, basePath: string): Server {
  const locations = createListener(handle);
  const app = connect();
  app.use(basePath, (req: IncomingMessage & connect.IncomingMessage, res) => {
    req.url = req.originalUrl;
    locations(req, res);
  });
  return createServer(app);
}

/** A Koa app. */
export function koaApp(handle: Handler, basePath: string): Server {
  const locations = createListener(handle);
  const app = new Koa();
  // Koa would report every connection that a case breaks off.
  app.silent = true;
  app.use((ctx, next) => {
    const isOurs = ctx.path === basePath || ctx.path.startsWith(`${basePath}/`);
    if (!isOurs) return next();
    ctx.respond = false;
    locations(ctx.req, ctx.res);
  });
  return createServer(app.callback());
}

/** A Fastify app. */
export async function fastifyApp(handle: Handler, basePath: string): Promise<Server> {
  const locations = createListener(handle);
  const ours = new RegExp(`^(?:\\w+://[^/?]*)?${basePath}(?:[/?]|$)`);
  const app = fastify({ rewriteUrl: ({ url = '' }) => (ours.test(url) ? basePath : url) });
  // Hidden from Fastify, which would refuse malformed types.
  const types = new WeakMap<object, string | undefined>();
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onRequest', async ({ raw, originalUrl }) => {
      raw.url = originalUrl;
      types.set(raw, raw.headers['content-type']);
      delete raw.headers['content-type'];
    });
    scope.all(basePath, ({ raw }, reply) => {
      reply.hijack();
      raw.headers['content-type'] = types.get(raw);
      locations(raw, reply.raw);
    });
  });
  await app.ready();
  return app.server;
}

/** A Fastify app with the service mounted at a path by `@fastify/express`. */
export async function fastifyExpressApp(handle: Handler, path: string): Promise<Server> {
  const app = fastify();
  await app.register(fastifyExpress);
  for (const middleware of createMiddleware(handle)) app.use(path, middleware);
  await app.ready();
  return app.server;
}

/** A Fastify app with the service mounted at a path by `@fastify/middie`. */
export async function fastifyMiddieApp(handle: Handler, path: string): Promise<Server> {
  const app = fastify();
  await app.register(fastifyMiddie);
  app.use(path, createMiddleware(handle)[0]);
  await app.ready();
  return app.server;
}

/** An app of h3 1. */
export function h3v1App(handle: Handler, basePath: string): Server {
  const locations = createListener(handle);
  const app = createApp();
  app.use(
    basePath,
    defineEventHandler(async ({ node: { req, res } }) => {
      req.url = req.originalUrl ?? req.url;
      const closed = once(res, 'close');
      locations(req, res);
      await closed;
    }),
  );
  return createServer(toNodeListener(app));
}

/** An app of h3 2. */
export function h3v2App(handle: Handler, basePath: string): Server {
  const fetchLocations = createFetchHandler(handle);
  const app = new H3();
  app.all(basePath, (event) => fetchLocations(event.req));
  app.all(`${basePath}/**`, (event) => fetchLocations(event.req));
  return createServer(toNodeHandler(app));
}
