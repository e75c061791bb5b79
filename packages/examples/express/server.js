// Express over SQLite. The records are at /locations, and outlive the program.
import { createMiddleware } from '@location-records/adapters/express';
import { enableShutdown } from '@location-records/adapters/node';
import { createHandler } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';
import express from 'express';

const { PORT = '3000', DATABASE = 'locations.db' } = process.env;

const store = await openSqliteStore({ path: DATABASE });
const handle = createHandler({ store, onError: console.error });

const app = express();
app.use('/locations', createMiddleware(handle));
app.get('/', (_req, res) => res.send('The records are at /locations.'));

const server = enableShutdown(
  app.listen(Number(PORT), '127.0.0.1', () => {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : PORT;
    console.log(`http://127.0.0.1:${port}/locations`);
  }),
);

// Requests under way are finished, and then the database is closed.
process.once('SIGTERM', async () => {
  await server.shutdown();
  await store.close();
});
