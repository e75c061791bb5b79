import { rm } from 'node:fs/promises';
import type { ServerProgram } from './server-program.ts';

/** The controls of a server in a temporary folder. */
export interface ServerControls {
  /** Starts it again after `kill` or `halt`, on the same port, with its files. */
  start(): Promise<void>;
  /** Ends all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Stops it gracefully, and keeps its files. */
  halt(): Promise<void>;
  /** Suspends all its processes (SIGSTOP); their connections stay open. */
  pause(): void;
  /** Resumes all its processes. */
  resume(): void;
  /** Ends it, and removes its files. */
  stop(): Promise<void>;
}

/** The controls of a server that runs in `folder`. */
export function controlsOf(program: ServerProgram, folder: string): ServerControls {
  return {
    start: () => program.start(),
    kill: () => program.kill(),
    halt: () => program.stop(),
    pause: () => program.pause(),
    resume: () => program.resume(),
    async stop() {
      await program.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
