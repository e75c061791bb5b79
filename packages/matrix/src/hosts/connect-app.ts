import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createListener } from '@location-records/adapters/node';
import type { Handler } from '@location-records/core';
import connect from 'connect';

/**
 * A Connect app with the service, as the README of the adapters shows it. `handle` has the same base path: it is given
 * whole targets, since Connect cuts the path off where case or a dot behind it makes it another one.
 */
export function connectApp(handle: Handler, basePath = ''): Server {
  const locations = createListener(handle);
  const app = connect();
  app.use(basePath, (req: IncomingMessage & connect.IncomingMessage, res) => {
    req.url = req.originalUrl;
    locations(req, res);
  });
  return createServer(app);
}
