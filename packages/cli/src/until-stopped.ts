import type { Io, StopSignal } from './io.ts';
import { exitCodeOf, listenForStop } from './stop-signals.ts';

/** Options of {@link untilStopped}. */
interface UntilStoppedOptions {
  /**
   * The exit code after one signal: 128 + its number, or the one that `act` resolves to.
   * @default '128 + n'
   */
  readonly exitCodeAfterSignal?: '128 + n' | 'own';
}

/** How a command learns that it is asked to stop. */
export interface Stop {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves to the first signal. */
  readonly asked: Promise<StopSignal>;
}

/**
 * Runs a command until it is done, and tells it when it is asked to stop. Resolves to its exit code, or to 128 + n after
 * signal n. A second signal does not wait for `act`.
 *
 * @throws what `act` rejects with, and every exception that is not caught meanwhile.
 */
export async function untilStopped(
  io: Io,
  act: (stop: Stop) => Promise<number>,
  { exitCodeAfterSignal = '128 + n' }: UntilStoppedOptions = {},
): Promise<number> {
  const { asked, insisted, release } = listenForStop(io);
  const uncaught = listenForUncaught(io);
  const controller = new AbortController();
  let signalCode: number | undefined;
  void asked.then((signal) => {
    if (exitCodeAfterSignal === '128 + n') signalCode = exitCodeOf(signal);
    controller.abort();
  });
  const acted = async () => {
    const code = await act({ signal: controller.signal, asked });
    return signalCode ?? code;
  };
  try {
    return await Promise.race([acted(), insisted, uncaught.thrown]);
  } finally {
    release();
    uncaught.release();
  }
}

/** An uncaught exception ends the command: what it left undone is unknown. */
export function listenForUncaught(io: Io): { readonly thrown: Promise<never>; release(): void } {
  let listener = (_error: Error) => {};
  const thrown = new Promise<never>((_, reject) => {
    listener = reject;
  });
  io.on('uncaughtException', listener);
  return { thrown, release: () => io.off('uncaughtException', listener) };
}
