import { once } from 'node:events';
import { createRequire } from 'node:module';
import { firstRecords } from './one-test.mjs';

/** json-server over memory, on a port of its own. */
export async function begin() {
  // It has no types.
  const jsonServer = createRequire(import.meta.url)('json-server');
  const firstState = () => ({
    locations: Object.entries(firstRecords).map(([id, location]) => ({ id, ...location })),
  });
  const app = jsonServer.create();
  const router = jsonServer.router(firstState());
  app.use(jsonServer.defaults({ logger: false }));
  app.use(router);
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}/locations`,
    reset: () => router.db.setState(firstState()),
    end() {
      server.closeAllConnections();
      server.close();
    },
  };
}
