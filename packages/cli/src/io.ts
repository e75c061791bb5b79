import type { Writable } from 'node:stream';

/** A signal that asks the command to stop. */
export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** Where text goes to. */
export type Output = Writable & {
  /** Whether a person watches. */
  readonly isTTY?: boolean | undefined;
  /** How many characters a line of a terminal has. */
  readonly columns?: number | undefined;
};

/** What a command needs of its process; `process` itself fits. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  on(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  on(event: 'uncaughtException', listener: (error: Error) => void): unknown;
  off(event: StopSignal, listener: (signal: StopSignal) => void): unknown;
  off(event: 'uncaughtException', listener: (error: Error) => void): unknown;
}
