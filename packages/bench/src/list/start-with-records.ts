import { fileURLToPath } from 'node:url';
import { finishChild, print, startChild } from '@location-records/dev-kit/campaigns';
import { ServerProcess } from '../shared/server-process.ts';
import { storeServers } from '../shared/store-servers.ts';
import { loadPostgres } from './load-postgres.ts';

/** The stores that the list is read from, and whether it is in the order of the identifiers. */
export const stores = {
  memory: { isOrdered: true },
  SQLite: { isOrdered: true },
  PostgreSQL: { isOrdered: true },
  Redis: { isOrdered: false },
  'Redis Cluster': { isOrdered: false },
} as const;

/** A server, and what ends it and its engine; resolves to whether it ended well. */
export interface FilledServer {
  readonly server: ServerProcess;
  stop(): Promise<boolean>;
}

/** Starts a server whose store holds the first `count` records of the big list. */
export async function startWithRecords(
  name: keyof typeof stores,
  count: number,
  folder: string,
): Promise<FilledServer> {
  if (name === 'memory') {
    const server = await ServerProcess.startOwn('records', [String(count)]);
    return { server, stop: async () => (await server.stop()) === 0 };
  }
  const engine = await storeServers[name](folder);
  const begin = performance.now();
  // It makes the table.
  if (name === 'PostgreSQL') {
    await (await ServerProcess.startCli(engine.url)).stop();
    await loadPostgres(engine.url, count);
  } else {
    const loader = fileURLToPath(new URL('./load-store.mjs', import.meta.url));
    await finishChild(startChild([process.execPath, loader, engine.url, String(count)], 'inherit'));
  }
  const rate = count / ((performance.now() - begin) / 1000);
  print(`${name}: ${count} records put, ${rate.toFixed(0)} per second`);
  const server = await ServerProcess.startCli(engine.url);
  return {
    server,
    async stop() {
      const code = await server.stop();
      await engine.stop();
      return code === 0;
    },
  };
}
