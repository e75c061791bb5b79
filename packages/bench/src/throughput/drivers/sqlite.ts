import { DatabaseSync } from '@photostructure/sqlite';
import type { Driver } from './driver.ts';

export async function open(url: string): Promise<Driver> {
  const database = new DatabaseSync(`${url.slice('sqlite:'.length)}-bare`);
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS bare (id TEXT PRIMARY KEY, description TEXT, latitude REAL, longitude REAL);
  `);
  const select = database.prepare('SELECT description, latitude, longitude FROM bare WHERE id = ?');
  const upsert = database.prepare('INSERT OR REPLACE INTO bare VALUES (?, ?, ?, ?)');
  return {
    get: async (id) => select.get(id),
    put: async (...values) => upsert.run(...values),
    close: async () => database.close(),
  };
}
