import { setTimeout } from 'node:timers/promises';
import type { Answer, Connection, Query } from './connection.ts';
import { type Deadline, TimeOut } from './deadline.ts';
import { isConflict, isLocked } from './postgres-failure.ts';

/** Milliseconds before a statement that met another is tried again, at most. */
const longestPause = 10;

/**
 * Sends a query, and again when it met another: it was taken back as a whole then. Where it met a lock, it waits in line
 * for that the second time.
 */
export async function sendUntilAlone(
  connection: Connection,
  query: Query,
  deadline: Deadline,
  onLock?: () => void,
): Promise<Answer> {
  let met: unknown;
  try {
    for (;;) {
      try {
        return await connection.query(query, deadline);
      } catch (error) {
        if (!isConflict(error) && !(isLocked(error) && connection.isImpatient)) throw error;
        met = error;
      }
      if (isLocked(met)) {
        onLock?.();
        await connection.bePatient(deadline);
      } else await deadline.wait(setTimeout(Math.random() * longestPause));
    }
  } catch (error) {
    throw error instanceof TimeOut ? (met ?? error) : error;
  }
}
