import type { Readable, Writable } from 'node:stream';

/** A signal that asks the command to stop. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** A stream that text is written to. */
export type Output = Writable & {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean | undefined;
  /** The width of the terminal, in characters. */
  readonly columns?: number | undefined;
};

/** The parts of `process` that a command uses. */
export interface Io {
  readonly stdin: Readable;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  on(event: 'uncaughtException', listener: (error: Error) => void): unknown;
  off(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(event: 'uncaughtException', listener: (error: Error) => void): unknown;
}
