import type { Server } from 'node:http';
import fastifyExpress from '@fastify/express';
import fastifyMiddie from '@fastify/middie';
import { createMiddleware } from '@location-records/adapters/express';
import type { Handler } from '@location-records/core';
import fastify from 'fastify';

/** A Fastify app with the service mounted at a path by `@fastify/express`, as the README of the adapters shows it. */
export async function fastifyExpressApp(handle: Handler, path = '/'): Promise<Server> {
  const app = fastify();
  await app.register(fastifyExpress);
  for (const middleware of createMiddleware(handle)) app.use(path, middleware);
  await app.ready();
  return app.server;
}

/** A Fastify app with the service mounted at a path by `@fastify/middie`, as the README of the adapters shows it. */
export async function fastifyMiddieApp(handle: Handler, path = '/'): Promise<Server> {
  const app = fastify();
  await app.register(fastifyMiddie);
  app.use(path, createMiddleware(handle)[0]);
  await app.ready();
  return app.server;
}
