/**
 * Runs `act`, or rejects with the reason of the signal as soon as it is aborted; the result of `act` is then
 * ignored.
 */
export async function untilAborted<T>(signal: AbortSignal | undefined, act: () => Promise<T>): Promise<T> {
  signal?.throwIfAborted();
  if (!signal) return act();
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort);
  });
  try {
    return await Promise.race([act(), aborted]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
