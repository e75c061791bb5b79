import { listenForAccident } from './accident.ts';
import type { Io } from './io.ts';
import { exitCodeOf, listenForStop } from './stop-signals.ts';

/**
 * Lets a command work until it is done, and tells it by `signal` when it is asked to stop. Resolves to its exit code,
 * or to 128 + n when signal n came first; at a second signal it does not wait for `act`.
 *
 * @throws whatever `act` rejects with, or nobody expected meanwhile.
 */
export async function untilStopped(io: Io, act: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const signals = listenForStop(io);
  const accident = listenForAccident(io);
  const stop = new AbortController();
  let signalCode: number | undefined;
  void signals.asked.then((signal) => {
    signalCode = exitCodeOf(signal);
    stop.abort();
  });
  const acted = async () => {
    const code = await act(stop.signal);
    return signalCode ?? code;
  };
  try {
    return await Promise.race([acted(), signals.insisted, accident.happened]);
  } finally {
    signals.release();
    accident.release();
  }
}
