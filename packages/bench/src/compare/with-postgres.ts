import { type PostgresSettings, startPostgres } from '@location-records/dev-kit/engines';
import { versionOf } from './fetched.ts';

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
    return await act({ url: engine.url, title: `PostgreSQL ${await versionOf('PostgreSQL')}` });
  } finally {
    await engine.stop();
  }
}
