import type { DatabaseSync } from './engine.ts';

/**
 * Runs `act` in one transaction, which is committed when this returns and undone when it throws. A transaction for
 * writing locks the file at once; one for reading sees the records of one moment.
 */
export function inTransaction<T>(database: DatabaseSync, use: 'read' | 'write', act: () => T): T {
  database.exec(use === 'write' ? 'BEGIN IMMEDIATE' : 'BEGIN');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has ended the transaction itself, as it does on a full disk.
  }
}
