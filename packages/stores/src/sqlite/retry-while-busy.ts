import { setTimeout } from 'node:timers/promises';
import { isBusy } from './sqlite-failure.ts';

const pauseMs = 5;

/**
 * Calls `act`, and again until `deadline`, a moment on the clock of `performance.now()`, while another connection is
 * in its way. Readers of a write-ahead log hardly ever meet one, but when they do, the event loop must not wait inside
 * SQLite.
 */
export async function retryWhileBusy<T>(deadline: number, act: () => T): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    await setTimeout(pauseMs);
  }
}
