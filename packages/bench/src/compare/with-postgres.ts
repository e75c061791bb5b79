import { type PostgresSettings, startPostgres } from '@location-records/dev-kit/engines';
import pg from 'pg';

/** A running server. */
interface Postgres {
  readonly url: string;
  /** Its name with its version. */
  readonly title: string;
}

/** Starts PostgreSQL for as long as `act` takes. */
export async function withPostgres<Result>(
  act: (postgres: Postgres) => Promise<Result>,
  settings?: PostgresSettings,
): Promise<Result> {
  const engine = await startPostgres(settings);
  try {
    return await act({ url: engine.url, title: `PostgreSQL ${await versionOf(engine.url)}` });
  } finally {
    await engine.stop();
  }
}

async function versionOf(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  await client.end();
  // Such as `17.2 (Debian 17.2-1)`.
  return rows[0]?.server_version.split(' ')[0] ?? '';
}
