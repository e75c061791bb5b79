import { join } from 'node:path';
import { withTemporaryFolder } from '@location-records/dev-kit/campaigns';
import { canStart, startPostgres, startRedis } from '@location-records/dev-kit/engines';
import pg from 'pg';

/** An engine that gives stores without records. */
export interface FreshStores {
  readonly name: string;
  /** Whether this machine has the engine. */
  readonly isThere: () => boolean;
  /** Runs `act` with a function that makes an empty store, and resolves to its URL. */
  readonly within: <T>(act: (fresh: () => Promise<string>) => Promise<T>) => Promise<T>;
  /** Lists come in the order of the identifiers. */
  readonly isOrdered: boolean;
}

/** Empty stores in files of SQLite. */
export const freshSqlite: FreshStores = {
  name: 'SQLite',
  isThere: () => true,
  within: (act) =>
    withTemporaryFolder((folder) => {
      let count = 0;
      return act(async () => `sqlite:${join(folder, `${++count}.db`)}`);
    }),
  isOrdered: true,
};

/** Empty stores of every engine that outlives a command. A new store on Redis ends the one before. */
export const freshStores: readonly FreshStores[] = [
  freshSqlite,
  {
    name: 'PostgreSQL',
    isThere: () => canStart('PostgreSQL'),
    within: async (act) => {
      const server = await startPostgres();
      const client = new pg.Client({ connectionString: server.url });
      try {
        await client.connect();
        let count = 0;
        return await act(async () => {
          const name = `fresh_${++count}`;
          await client.query(`CREATE DATABASE ${name}`);
          return server.url.replace(/postgres$/, name);
        });
      } finally {
        await client.end();
        await server.stop();
      }
    },
    isOrdered: true,
  },
  {
    name: 'Redis',
    isThere: () => canStart('Redis'),
    within: async (act) => {
      const server = await startRedis();
      try {
        return await act(async () => {
          await server.command('FLUSHALL');
          return server.url;
        });
      } finally {
        await server.stop();
      }
    },
    isOrdered: false,
  },
];
