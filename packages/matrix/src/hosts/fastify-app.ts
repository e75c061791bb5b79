import { METHODS, type Server } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import fastify from 'fastify';

/** A Fastify app with the service, as the README of the adapters shows it. `handle` has the same base path. */
export async function fastifyApp(handle: Handler, basePath = ''): Promise<Server> {
  const locations = createListener(handle);
  const route = basePath || '/';
  const ours = new RegExp(`^(?:\\w+://[^/?]*)?${basePath}(?:[/?]|$)`);
  const app = fastify({ rewriteUrl: ({ url = '' }) => (ours.test(url) ? route : url) });
  for (const method of METHODS) if (!app.supportedMethods.includes(method)) app.addHttpMethod(method);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _body, done) => done(null));
    scope.addHook('onRequest', async ({ raw, originalUrl }) => {
      raw.url = originalUrl;
      delete raw.headers['content-type'];
    });
    scope.all(route, (request, reply) => {
      reply.hijack();
      locations(request.raw, reply.raw);
    });
  });
  await app.ready();
  return app.server;
}
