// The service in several processes of node:cluster, each of which writes to the file by itself:
// `own-writers.mjs <file> <processes>`.
import cluster from 'node:cluster';
import { createServer } from '@location-records/adapters/node';
import { createHandler } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';

const [, , path = '', count = ''] = process.argv;
if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_, { port }) => {
    if (++listening === Number(count)) process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
  // The first one creates the file.
  await (await openSqliteStore({ path })).close();
  for (let index = 0; index < Number(count); index++) cluster.fork();
  process.once('SIGTERM', () => cluster.disconnect(() => process.exit(0)));
} else {
  const store = await openSqliteStore({ path });
  const server = createServer(createHandler({ store }));
  cluster.worker?.once('disconnect', () => store.close());
  server.listen(0, '127.0.0.1');
}
