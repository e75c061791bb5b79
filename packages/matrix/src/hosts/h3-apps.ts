import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { createFetchHandler } from '@location-records/adapters/fetch';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import { H3 } from 'h3';
import { toNodeHandler } from 'h3/node';
import { createApp, defineEventHandler, toNodeListener } from 'h3-1';

/** An app of h3 1 with the service, as the README of the adapters shows it. `handle` has the same base path. */
export function h3v1App(handle: Handler, basePath = '/'): Server {
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

/** An app of h3 2 with the service, as the README of the adapters shows it. `handle` has the same base path. */
export function h3v2App(handle: Handler, basePath = ''): Server {
  const fetchLocations = createFetchHandler(handle);
  const app = new H3();
  app.all(basePath || '/', (event) => fetchLocations(event.req));
  app.all(`${basePath}/**`, (event) => fetchLocations(event.req));
  return createServer(toNodeHandler(app));
}
