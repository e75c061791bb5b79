import { type Interruption, interrupt } from './interruption.ts';

/**
 * Memory in which a thread says that it is in the engine. A process that ends meanwhile terminates the thread, and a
 * native engine that then wants to throw aborts the process, whatever its exit code was to be.
 */
export type EngineUse = Int32Array<SharedArrayBuffer>;

const idle = 0;
const inUse = 1;
const forbidden = 2;

/** How long the end of the process waits for its threads, in milliseconds. A batch takes a few. */
const maxWait = 1000;

/** The threads whose end is to be orderly, each with what ends its waiting. */
const uses = new Map<EngineUse, Interruption>();

/** Makes the memory for a thread that begins in the engine. */
export function createEngineUse(): EngineUse {
  const use = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  use[0] = inUse;
  return use;
}

/** For the thread: whether it may go on in the engine. It may not when the process is ending. */
export function enterEngine(use: EngineUse): boolean {
  return Atomics.compareExchange(use, 0, idle, inUse) === idle;
}

/** For the thread: it has left the engine. */
export function leaveEngine(use: EngineUse): void {
  Atomics.store(use, 0, idle);
  Atomics.notify(use, 0);
}

/** Lets the end of the process wait until the thread has left the engine. Call the function returned when it has ended. */
export function leaveBeforeExit(use: EngineUse, interruption: Interruption): () => void {
  // One listener for all: node:events warns of more than ten.
  if (uses.size === 0) process.on('exit', forbidEngines);
  uses.set(use, interruption);
  return () => {
    if (uses.delete(use) && uses.size === 0) process.off('exit', forbidEngines);
  };
}

function forbidEngines(): void {
  const deadline = performance.now() + maxWait;
  for (const interruption of uses.values()) interrupt(interruption);
  for (const use of uses.keys()) {
    while (Atomics.compareExchange(use, 0, idle, forbidden) === inUse) {
      const patience = deadline - performance.now();
      if (patience <= 0) return;
      Atomics.wait(use, 0, inUse, patience);
    }
  }
}
