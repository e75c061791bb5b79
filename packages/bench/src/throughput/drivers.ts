/** An engine that is used through its client alone, without the service. */
interface Driver {
  get(id: string): Promise<unknown>;
  put(id: string, description: string, latitude: number, longitude: number): Promise<unknown>;
  close(): Promise<unknown>;
}

/** The name of a driver. */
export type DriverName = keyof typeof drivers;

/** The number of connections to PostgreSQL, as many as the store has. */
const connections = 10;

/** Opens a driver by a store URL. Each loads its client only then, so that a process has no other in its memory. */
export const drivers = {
  async sqlite(url: string): Promise<Driver> {
    const { DatabaseSync } = await import('@photostructure/sqlite');
    const database = new DatabaseSync(`${url.slice('sqlite:'.length)}-bare`);
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, description TEXT, latitude REAL, longitude REAL);
    `);
    const select = database.prepare('SELECT description, latitude, longitude FROM bare WHERE id = ?');
    const upsert = database.prepare(`
      INSERT INTO bare VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE
      SET description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
    `);
    return {
      get: async (id) => select.get(id),
      put: async (...values) => upsert.run(...values),
      close: async () => database.close(),
    };
  },

  async postgres(url: string): Promise<Driver> {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString: url, max: connections });
    await pool.query(
      'CREATE TABLE IF NOT EXISTS bare (id text PRIMARY KEY, description text, latitude float8, longitude float8)',
    );
    const select = {
      name: 'select',
      text: 'SELECT description, latitude, longitude FROM bare WHERE id = $1',
    };
    const upsert = {
      name: 'upsert',
      text: `
        INSERT INTO bare VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO UPDATE
        SET description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
      `,
    };
    return {
      get: (id) => pool.query({ ...select, values: [id] }),
      put: (...values) => pool.query({ ...upsert, values }),
      close: () => pool.end(),
    };
  },

  async redis(url: string): Promise<Driver> {
    const { createClient, createCluster } = await import('redis');
    const nodes = url.replace('redis://', '').split(',');
    const client =
      nodes.length > 1
        ? createCluster({ rootNodes: nodes.map((node) => ({ url: `redis://${node}` })) })
        : createClient({ url });
    await client.connect();
    return {
      get: (id) => client.get(id),
      put: (id, description, latitude, longitude) =>
        client.set(id, JSON.stringify({ description, coordinates: { latitude, longitude } })),
      close: () => client.close(),
    };
  },
} as const;
