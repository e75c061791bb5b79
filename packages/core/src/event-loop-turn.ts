/** As it was when this module was loaded: a program that fakes its timers later holds up no list. */
const { setTimeout } = globalThis;

/** Resolves in a later turn of the event loop, so that whoever else waits for one comes first. */
export function eventLoopTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
