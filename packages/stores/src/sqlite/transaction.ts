import type { DatabaseSync } from './database.ts';

/** Runs `act` in one writing transaction: what it does is committed when this returns, and undone when it throws. */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec('BEGIN IMMEDIATE');
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
