import { constants } from 'node:os';
import type { Io, StopSignal } from './io.ts';

const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * npm forwards the SIGINT of Ctrl-C, which the terminal has sent to the command too. A shell does the same
 * with SIGHUP when its terminal is closed. Two such signals within this many milliseconds count as one.
 */
const echo = 100;
const echoed: ReadonlySet<StopSignal> = new Set(['SIGINT', 'SIGHUP']);

/** A request to stop the command. */
export interface Stop {
  /** Aborted at the first signal. */
  readonly signal: AbortSignal;
  /** Resolves to the first signal. */
  readonly asked: Promise<StopSignal>;
}

/** Options of {@link untilStopped}. */
interface UntilStoppedOptions {
  readonly exitCodeAfterSignal?: '128 + n' | 'own';
  /** The signals that ask the command to stop, if not all of them do. */
  readonly signals?: readonly StopSignal[] | undefined;
}

/**
 * Runs a command until it is done, and tells it when it is asked to stop. Resolves to its exit code, or to
 * 128 + n after signal n. A second signal does not wait for `act`.
 *
 * @throws what `act` rejects with, and every exception that is not caught meanwhile.
 */
export async function untilStopped(
  io: Io,
  act: (stop: Stop) => Promise<number>,
  { exitCodeAfterSignal = '128 + n', signals }: UntilStoppedOptions = {},
): Promise<number> {
  const { asked, insisted, release } = listenForStop(io, { signals });
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

interface StopSignals {
  /** Resolves at the first signal. */
  readonly asked: Promise<StopSignal>;
  /** Resolves at the second signal, to its exit code. */
  readonly insisted: Promise<number>;
  release(): void;
}

/** Listens for SIGINT, SIGTERM and SIGHUP, or for some of them. */
export function listenForStop(
  io: Pick<Io, 'on' | 'off'>,
  {
    now = () => performance.now(),
    signals = stopSignals,
  }: { readonly now?: () => number; readonly signals?: readonly StopSignal[] | undefined } = {},
): StopSignals {
  let ask = (_signal: StopSignal) => {};
  let insist = (_code: number) => {};
  let first: { readonly signal: StopSignal; readonly at: number } | undefined;
  const listen = (signal: StopSignal) => {
    const at = now();
    const isEcho = echoed.has(signal) && first?.signal === signal && at - first.at < echo;
    if (!first) ask(signal);
    else if (!isEcho) insist(exitCodeOf(signal));
    first ??= { signal, at };
  };
  for (const signal of signals) io.on(signal, listen);
  return {
    asked: new Promise((resolve) => {
      ask = resolve;
    }),
    insisted: new Promise((resolve) => {
      insist = resolve;
    }),
    release() {
      for (const signal of signals) io.off(signal, listen);
    },
  };
}

/** Returns the exit code of a process that a signal ended: 128 + its number. */
function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}
