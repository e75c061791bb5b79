import { onTestFinished } from 'vitest';
import { type DatabaseSync, loadEngine } from '../../src/sqlite/engine.ts';

/**
 * Opens a connection past the store, as another program has it, and runs `sql`. It is closed with the test.
 */
export async function openRaw(path: string, sql = ''): Promise<DatabaseSync> {
  const { DatabaseSync } = await loadEngine();
  const database = new DatabaseSync(path);
  onTestFinished(() => {
    try {
      database.close();
    } catch {
      // The test has closed it.
    }
  });
  database.exec(sql);
  return database;
}
