import { rm } from 'node:fs/promises';
import type { ServerProgram } from './server-program.ts';

/** What can be done to a server that keeps its records in a temporary folder. */
export interface ServerControls {
  /** Starts it again after `kill` or `halt`, on the same port, with what it has kept on the disk. */
  start(): Promise<void>;
  /** Ends all its processes with SIGKILL. */
  kill(): Promise<void>;
  /** Stops it in order, with its connections, and leaves its files. */
  halt(): Promise<void>;
  /** Stops all its processes from running (SIGSTOP); their connections stay open. */
  pause(): void;
  /** Lets them run on. */
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
