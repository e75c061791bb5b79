import { constants } from 'node:os';
import type { Io, StopSignal } from './io.ts';

/**
 * npm passes the SIGINT of Ctrl-C on to a command that has received it from the terminal already, and a shell whose
 * terminal is closed sends SIGHUP as the terminal does. Two of these within this many milliseconds are one.
 */
const echo = 100;
const echoed: ReadonlySet<StopSignal> = new Set(['SIGINT', 'SIGHUP']);
const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The wishes to stop. */
export interface StopSignals {
  /** Resolves at the first signal. */
  readonly asked: Promise<StopSignal>;
  /** Resolves at the second one, to its {@link exitCodeOf}. */
  readonly insisted: Promise<number>;
  /** Stops listening. */
  release(): void;
}

/** The exit code of a process that a signal has ended: 128 + its number. */
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
