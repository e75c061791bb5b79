/**
 * Memory that a thread shares with the one that started it, which may fill it: a thread that waits inside a call
 * gets no message, and to terminate it while it is in the engine can abort the process.
 */
export type Interruption = Int32Array<SharedArrayBuffer>;

/** An interruption that nobody has asked for yet. */
export function createInterruption(): Interruption {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** Asks the other thread to stop waiting. */
export function interrupt(interruption: Interruption): void {
  Atomics.store(interruption, 0, 1);
  Atomics.notify(interruption, 0);
}

/**
 * Blocks this thread for `ms` milliseconds.
 *
 * @throws {Error} at once, when the other thread has asked for it.
 */
export function pauseThread(interruption: Interruption, ms: number): void {
  if (Atomics.wait(interruption, 0, 0, ms) !== 'timed-out') throw new Error('The wait was interrupted.');
}
