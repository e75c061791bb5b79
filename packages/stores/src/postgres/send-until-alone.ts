import { setTimeout } from 'node:timers/promises';
import type { Answer, Connection, Query } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { isConflict } from './postgres-failure.ts';

/** Milliseconds before a statement that met another is tried again, at most. */
const longestPause = 10;

/** Sends a query, and again when it met another: it was taken back as a whole then. */
export async function sendUntilAlone(
  connection: Connection,
  query: Query,
  deadline: Deadline,
): Promise<Answer> {
  for (;;) {
    try {
      return await connection.query(query, deadline);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    await deadline.wait(setTimeout(Math.random() * longestPause));
  }
}
