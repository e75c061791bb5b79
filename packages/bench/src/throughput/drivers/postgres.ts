import pg from 'pg';
import type { Driver } from './driver.ts';

/** As many as the store has. */
const connections = 10;

export async function open(url: string): Promise<Driver> {
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
}
