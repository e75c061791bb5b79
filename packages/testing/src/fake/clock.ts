import { unlessAborted } from './abortable.ts';

/** As they were when this module was loaded: a test that fakes its timers later holds up no answer. */
const { setTimeout, clearTimeout, performance } = globalThis;

/** What tells the time to a fake, and lets it wait. */
export interface Clock {
  /** Milliseconds since some moment. */
  now(): number;
  /** Resolves after so many milliseconds; rejects with the reason of the signal when that gives up before. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of the machine, which goes on where a test has faked its timers. */
export const realClock: Clock = Object.freeze({
  now: () => performance.now(),
  wait(milliseconds: number, signal?: AbortSignal) {
    let timer: ReturnType<typeof setTimeout>;
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, milliseconds);
    });
    // A timer that nobody waits for would keep the process alive.
    return signal ? unlessAborted(waited, signal).finally(() => clearTimeout(timer)) : waited;
  },
});
