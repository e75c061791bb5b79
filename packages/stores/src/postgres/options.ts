/** A `Pool` of the package `pg`. */
export interface PostgresPool {
  connect(): Promise<unknown>;
}

/** Where the table is, and how long to wait for the server. */
export interface PostgresMigrationOptions {
  /**
   * The URL of the database: `postgres://user:password@host:5432/database?sslmode=verify-full`. What it does not
   * say is taken from `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGDATABASE`, as every client does. Exactly one
   * of `connection` and `pool` must be given.
   */
  readonly connection?: string | undefined;
  /**
   * A pool of the package `pg` to take connections from. It stays the caller's, who ends it. Without a
   * `connectionTimeoutMillis` it does not work again after a network that answered with silence.
   */
  readonly pool?: PostgresPool | undefined;
  /**
   * The schema of the table: any name of at most 63 bytes in UTF-8, exactly as it is.
   * @default 'public'
   */
  readonly schema?: string | undefined;
  /**
   * The table: any name of at most 63 bytes in UTF-8, exactly as it is.
   * @default 'locations'
   */
  readonly table?: string | undefined;
  /**
   * How many milliseconds a call takes at most, waiting for a connection, connecting and the answer together; of a
   * list each batch: a whole number from 1 up to 2,147,483,647.
   * @default 5000
   */
  readonly timeout?: number | undefined;
  /** Gives up, which then rejects with the reason of the signal. Afterwards it has no effect. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link openPostgresStore}. */
export interface PostgresStoreOptions extends PostgresMigrationOptions {
  /**
   * How many connections single records share. With a `pool` of the caller it has no effect.
   * @default 10
   */
  readonly connections?: number | undefined;
  /**
   * How many connections lists have for themselves, one for each list that is open at a moment. With a `pool` of the
   * caller it has no effect, and lists share that.
   * @default 10
   */
  readonly listConnections?: number | undefined;
  /**
   * Whether statements are prepared once for each connection. They never are where something between this process and
   * the server, such as pgBouncer, gives each transaction another connection, as far as that can be told.
   * @default true
   */
  readonly prepare?: boolean | undefined;
}
