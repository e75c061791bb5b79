import type { DatabaseSync } from '../../src/sqlite/engine.ts';
import { loadEngine } from '../../src/sqlite/engine.ts';

/** A connection past the store, as another program has it, which has run `sql`. */
export async function openRaw(path: string, sql = ''): Promise<DatabaseSync> {
  const { DatabaseSync } = await loadEngine();
  const database = new DatabaseSync(path);
  database.exec(sql);
  return database;
}
