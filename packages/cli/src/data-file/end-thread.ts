import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a thread may take to end, in milliseconds. */
const patience = 1000;

/** The threads that were asked to end, as whether they did in time. */
const ending = new Set<Promise<boolean>>();

/**
 * Waits for a thread that was asked to end. Resolves to whether it did in time: one in a call of SQLite may
 * not. It is not terminated, which inside such a call aborts the process on Node.js 20.
 *
 * @param exited resolves when it has ended.
 */
export function awaitEnd(exited: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const ended = pause(patience, false, { signal: timer.signal }).catch(() => true);
  ending.add(ended);
  void exited.then(() => {
    timer.abort();
    ending.delete(ended);
  });
  return ended;
}

/**
 * Ends the process as a signal does if a thread that was asked to end goes on: `process.exit` would wait for
 * it.
 *
 * @param code the exit code of the command: 128 + n after signal n.
 */
export async function endWithThreads(code: number): Promise<void> {
  const haveEnded = await Promise.all(ending);
  if (haveEnded.every(Boolean)) return;
  const asked = (['SIGINT', 'SIGHUP'] as const).find((name) => code === 128 + constants.signals[name]);
  const signal = asked ?? 'SIGTERM';
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}
