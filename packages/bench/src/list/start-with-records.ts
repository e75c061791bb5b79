import { print } from '@location-records/dev-kit/campaigns';
import pg from 'pg';
import { loadStore } from '../shared/load-store.ts';
import { ServerProcess } from '../shared/server-process.ts';
import { storeServers } from '../shared/store-servers.ts';

/** The stores that the list is read from, and whether their lists are in the order of the identifiers. */
export const stores = {
  memory: { isOrdered: true },
  SQLite: { isOrdered: true },
  PostgreSQL: { isOrdered: true },
  Redis: { isOrdered: false },
  'Redis Cluster': { isOrdered: false },
} as const;

/** A server whose store holds records. */
interface FilledServer {
  readonly server: ServerProcess;
  /** Ends the server and its engine. Resolves to whether the server ended well. */
  stop(): Promise<boolean>;
}

/** Starts a server whose store holds the first `count` records of the big list. */
export async function startWithRecords(
  name: keyof typeof stores,
  count: number,
  folder: string,
): Promise<FilledServer> {
  if (name === 'memory') {
    const server = await ServerProcess.startOwn('adapter', [String(count)]);
    return { server, stop: async () => (await server.stop()) === 0 };
  }
  const engine = await storeServers[name](folder);
  const begin = performance.now();
  if (name === 'PostgreSQL') {
    // The command makes the table.
    await (await ServerProcess.startCli(engine.url)).stop();
    await loadPostgres(engine.url, count);
  } else {
    await loadStore(engine.url, count);
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

/** Puts the first `count` records of the big list into the table that the store has made, by one statement. */
async function loadPostgres(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    `
      INSERT INTO locations (id, description, latitude, longitude)
      SELECT
        'record-' || lpad(index::text, 8, '0'), 'Record number ' || index,
        (index % 18000)::float8 / 100 - 90, (index % 36000)::float8 / 100 - 180
      FROM generate_series(0, $1::int - 1) AS index
    `,
    [count],
  );
  await client.end();
}
