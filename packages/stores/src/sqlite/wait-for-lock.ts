import { type Interruption, pauseThread } from './interruption.ts';
import { isBusy } from './sqlite-failure.ts';

const pauseMs = 5;

/**
 * Calls `act`, and again for up to `patience` ms while another connection is in its way. Blocks the thread meanwhile,
 * but not inside SQLite, where the wait could not be interrupted.
 */
export function waitForLock<T>(interruption: Interruption, patience: number, act: () => T): T {
  const deadline = performance.now() + patience;
  for (;;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw error;
    }
    pauseThread(interruption, pauseMs);
  }
}
