import { constants } from 'node:os';
import type { Io, StopSignal } from './io.ts';

/**
 * npm passes the SIGINT of Ctrl-C on to a command that has received it from the terminal already. Two within
 * this many milliseconds are one.
 */
const echo = 100;

/** The wishes to stop. */
export interface StopSignals {
  /** Resolves at the first signal, to the exit code of a process that it ended: 128 + its number. */
  readonly asked: Promise<number>;
  /** Resolves at the second one, to the exit code that belongs to it. */
  readonly insisted: Promise<number>;
  /** Stops listening. */
  release(): void;
}

/** Listens for SIGINT and SIGTERM. */
export function listenForStop(io: Io, now: () => number = () => performance.now()): StopSignals {
  let ask = (_code: number) => {};
  let insist = (_code: number) => {};
  let first: { readonly signal: StopSignal; readonly at: number } | undefined;
  const listen = (signal: StopSignal) => {
    const at = now();
    const isEcho = signal === 'SIGINT' && first?.signal === signal && at - first.at < echo;
    const code = 128 + constants.signals[signal];
    if (!first) ask(code);
    else if (!isEcho) insist(code);
    first ??= { signal, at };
  };
  io.on('SIGINT', listen);
  io.on('SIGTERM', listen);
  return {
    asked: new Promise((resolve) => {
      ask = resolve;
    }),
    insisted: new Promise((resolve) => {
      insist = resolve;
    }),
    release() {
      io.off('SIGINT', listen);
      io.off('SIGTERM', listen);
    },
  };
}
