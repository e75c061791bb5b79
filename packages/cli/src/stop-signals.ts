import { constants } from 'node:os';
import type { Io, StopSignal } from './io.ts';

/**
 * npm forwards the SIGINT of Ctrl-C, which the terminal has sent to the command too. A shell does the same with SIGHUP
 * when its terminal is closed. Two such signals within this many milliseconds count as one.
 */
const echo = 100;
const echoed: ReadonlySet<StopSignal> = new Set(['SIGINT', 'SIGHUP']);
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The signals that ask a command to stop. */
interface StopSignals {
  /** Resolves at the first signal. */
  readonly asked: Promise<StopSignal>;
  /** Resolves at the second signal, to its {@link exitCodeOf}. */
  readonly insisted: Promise<number>;
  /** Stops listening. */
  release(): void;
}

/** The exit code of a process that a signal ended: 128 + its number. */
export function exitCodeOf(signal: StopSignal): number {
  return 128 + constants.signals[signal];
}

/** Listens for SIGINT, SIGTERM and SIGHUP. */
export function listenForStop(io: Io, now: () => number = () => performance.now()): StopSignals {
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
  for (const signal of stopSignals) io.on(signal, listen);
  return {
    asked: new Promise((resolve) => {
      ask = resolve;
    }),
    insisted: new Promise((resolve) => {
      insist = resolve;
    }),
    release() {
      for (const signal of stopSignals) io.off(signal, listen);
    },
  };
}
