// The service in several processes of node:cluster, which share a file of SQLite. Either each one writes to it by itself, or the
// first process writes for all: `cluster-writers.mjs <file> <processes> <each|one>`.
import cluster from 'node:cluster';
import { once } from 'node:events';
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
  const ended = Array.from({ length: Number(count) }, () => {
    const worker = cluster.fork();
    if (isOneWriter) store.writeFor(worker);
    return once(worker, 'exit');
  });
  process.once('SIGTERM', async () => {
    cluster.disconnect();
    // A worker still sends messages while it disconnects.
    await Promise.all(ended);
    await store.close();
    process.exit(0);
  });
} else {
  const store = await openSqliteStore({ path, writer: isOneWriter ? process : undefined });
  const server = createServer(createHandler({ store }));
  cluster.worker?.once('disconnect', () => store.close());
  server.listen(0, '127.0.0.1');
}
