import { stat } from 'node:fs/promises';
import pg from 'pg';
import { createClient } from 'redis';

/**
 * The bytes that the engine behind the URL of a store uses: the file of SQLite, the database of PostgreSQL without dead rows,
 * or the memory of Redis.
 */
export async function storedBytes(url: string): Promise<number> {
  if (url.startsWith('postgres:')) return bytesOfPostgres(url);
  if (url.startsWith('redis:')) return bytesOfRedis(url);
  // Before the store is first opened there is no file.
  const { size } = await stat(url.replace(/^sqlite:/, '')).catch(() => ({ size: 0 }));
  return size;
}

async function bytesOfPostgres(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('VACUUM FULL');
  const { rows } = await client.query('SELECT pg_database_size(current_database()) AS bytes');
  await client.end();
  return Number(rows[0].bytes);
}

async function bytesOfRedis(url: string): Promise<number> {
  const client = createClient({ url });
  await client.connect();
  const info = await client.info('memory');
  await client.close();
  return Number(/^used_memory:(\d+)/m.exec(info)?.[1]);
}
