import type { Pool } from 'pg';

/** What tells where a connection leads, which every client of `pg` has. */
interface Endpoint {
  readonly host?: string | null;
  readonly port?: number;
  readonly database?: string | null;
}

/**
 * Where a pool leads, for a message: `localhost:5432/places`, and never a password.
 *
 * @throws {Error} when its connections cannot work, as where the file of a certificate is missing.
 */
export function placeOf(pool: Pool): string {
  const { Client, options } = pool as Pool & { readonly Client: new (options: unknown) => Endpoint };
  // It connects to nothing until it is told to, and knows what the environment says.
  const { host, port, database } = new Client(options);
  return database ? `${host}:${port}/${database}` : `${host}:${port}`;
}
