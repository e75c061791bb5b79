import { createServer, type Server } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import Koa from 'koa';

/** A Koa app with the service, as the README of the adapters shows it. `handle` has the same base path. */
export function koaApp(handle: Handler, basePath = ''): Server {
  const locations = createListener(handle);
  const app = new Koa();
  // It would report every connection that a case breaks off.
  app.silent = true;
  app.use((ctx, next) => {
    const isOurs = basePath === '' || ctx.path === basePath || ctx.path.startsWith(`${basePath}/`);
    if (!isOurs) return next();
    ctx.respond = false;
    locations(ctx.req, ctx.res);
  });
  return createServer(app.callback());
}
