import type { DatabaseSync } from './engine.ts';
import { isBusy } from './failures.ts';

/** Calls `act` within a transaction that has begun; commits if it returns, and rolls back if it throws. */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    try {
      database.exec('ROLLBACK');
    } catch {
      // SQLite ended the transaction itself, as on a full disk.
    }
    throw error;
  }
}

/** Milliseconds between two attempts. */
const pause = 5;

const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Calls `act` again and again while another connection is in its way, until `deadline` by `performance.now()`
 * or until another thread sets `stop`. It blocks the thread, but not inside SQLite.
 */
export function blockWhileBusy<T>(deadline: number, act: () => T, stop: Int32Array = never): T {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline || Atomics.load(stop, 0) !== 0) throw error;
    }
    Atomics.wait(stop, 0, 0, pause);
  }
}
