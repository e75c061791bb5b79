/** The clock of a fake: it times the journal and the fault `delayed`. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Waits for a number of milliseconds. Rejects with the reason of the signal if it aborts first. */
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The `Date` and the timers that the test has at the moment of the call, faked ones included. */
export const clockOfTest: Clock = {
  now: () => Date.now(),
  wait: (milliseconds, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const leave = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', leave);
        resolve();
      }, milliseconds);
      signal?.addEventListener('abort', leave, { once: true });
    }),
};
