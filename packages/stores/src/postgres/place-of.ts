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
 * @throws {Error} when its connections cannot work, as where the file of a certificate is missing, or the port is not a port.
 */
export function placeOf(pool: Pool): string {
  const { Client, options } = pool as Pool & { readonly Client: new (options: unknown) => Endpoint };
  // It connects to nothing until it is told to, and knows what the environment says.
  const { host, port, database } = new Client(options);
  // Such a connection would neither be made nor fail.
  if (port !== undefined && !(port >= 1 && port <= 65_535))
    throw new Error('the port is not one from 1 to 65535');
  return database ? `${host}:${port}/${database}` : `${host}:${port}`;
}
