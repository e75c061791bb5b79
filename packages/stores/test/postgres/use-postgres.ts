import { randomUUID } from 'node:crypto';
import type { LocationStore } from '@location-records/core';
import type { AreaStore } from '@location-records/core/areas';
import {
  migratePostgres,
  openPostgresStore,
  type PostgresStoreOptions,
} from '@location-records/stores/postgres';
import { startPostgres } from '@location-records/workspace/engines';
import pg from 'pg';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

/** The server of a test file. */
interface TestServer {
  /** With the password. */
  readonly url: string;
}

/** Provides a PostgreSQL server for the file: the one at `POSTGRES_URL`, or a new one without fsync. */
export function usePostgres(): TestServer {
  let url = process.env.POSTGRES_URL ?? '';
  let stop = async () => {};
  beforeAll(async () => {
    if (url) return;
    const server = await startPostgres({ settings: { fsync: 'off', max_connections: '200' } });
    ({ url } = server);
    stop = () => server.stop();
  });
  afterAll(() => stop());
  return {
    get url() {
      return url;
    },
  };
}

/** A new schema with a table. */
interface TestSchema {
  readonly url: string;
  readonly schema: string;
  /** Removes it. */
  drop(): Promise<void>;
}

/** Creates a schema with an empty table, and with `areas` the index of area queries. */
export async function makeSchema(url: string, { areas = false } = {}): Promise<TestSchema> {
  const schema = `test "${randomUUID()}"`;
  await migratePostgres({ url, schema, areas });
  return {
    url,
    schema,
    drop: async () => void (await query(url, `DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`)),
  };
}

/** Creates a schema that is dropped after the test. */
export async function schemaForTest(url: string, { areas = false } = {}): Promise<TestSchema> {
  const made = await makeSchema(url, { areas });
  onTestFinished(() => made.drop());
  return made;
}

/** Opens a store that is closed after the test. */
export async function openForTest(
  options: PostgresStoreOptions & { readonly areas: true },
): Promise<AreaStore>;
export async function openForTest(options: PostgresStoreOptions): Promise<LocationStore>;
export async function openForTest(options: PostgresStoreOptions): Promise<LocationStore> {
  const store = await openPostgresStore(options);
  onTestFinished(() => store.close());
  return store;
}

/** Runs one query on a new connection. */
export async function query<Row extends object>(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

/** Creates a role that may read one table, and returns its URL and what removes it. */
export async function makeReader(
  server: string,
  schema: string,
): Promise<{ readonly url: string; remove(): Promise<unknown> }> {
  const role = `reader ${randomUUID()}`;
  const [quotedRole, quotedSchema] = [role, schema].map(pg.escapeIdentifier);
  await query(
    server,
    `CREATE ROLE ${quotedRole} LOGIN PASSWORD 'x' NOINHERIT;
     ALTER ROLE ${quotedRole} SET synchronous_commit = off;
     GRANT USAGE ON SCHEMA ${quotedSchema} TO ${quotedRole};
     GRANT SELECT ON ${quotedSchema}.locations TO ${quotedRole}`,
  );
  const url = new URL(server);
  url.username = encodeURIComponent(role);
  url.password = 'x';
  const remove = () => query(server, `DROP OWNED BY ${quotedRole}; DROP ROLE ${quotedRole}`);
  return { url: url.href, remove };
}
