// The service in several processes of node:cluster, which share a file of SQLite. Either each one writes to it by itself, or the
// first process writes for all: `cluster-writers.mjs <file> <processes> <each|one>`.
import cluster from 'node:cluster';
import { createServer } from '@location-records/adapters/node';
import { createHandler } from '@location-records/core';
import { openSqliteStore } from '@location-records/stores/sqlite';

const [, , path = '', count = '', writers = ''] = process.argv;
const isOneWriter = writers === 'one';
if (cluster.isPrimary) {
  let listening = 0;
  cluster.on('listening', (_, { port }) => {
    if (++listening === Number(count)) process.stdout.write(`http://127.0.0.1:${port}\n`);
  });
  // It creates the file in either case.
  const store = await openSqliteStore({ path });
  if (!isOneWriter) await store.close();
  for (let index = 0; index < Number(count); index++) {
    const worker = cluster.fork();
    if (isOneWriter) store.writeFor(worker);
  }
  process.once('SIGTERM', () =>
    cluster.disconnect(async () => {
      await store.close();
      process.exit(0);
    }),
  );
} else {
  const store = await openSqliteStore({ path, writer: isOneWriter ? process : undefined });
  const server = createServer(createHandler({ store }));
  cluster.worker?.once('disconnect', () => store.close());
  server.listen(0, '127.0.0.1');
}
