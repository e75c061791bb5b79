import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.mjs';
import { childrenOf, isAlive } from './process-tree.ts';
import type { ServerUser } from './server-user.ts';

/** How a server is run. */
export interface ServerProgramSettings {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Who it runs as; this user by default. */
  readonly user?: ServerUser | undefined;
  /** The line of its output that says that it takes connections. */
  readonly ready: RegExp;
  /** How it is told to stop. */
  readonly stopSignal: NodeJS.Signals;
}

/** A server that is started, stopped, killed and held, as often as one likes, and ends with this process. */
export class ServerProgram {
  readonly #settings: ServerProgramSettings;
  #child: ChildProcess | undefined;

  constructor(settings: ServerProgramSettings) {
    this.#settings = settings;
  }

  /** The process that was started last. */
  get pid(): number {
    return this.#child?.pid as number;
  }

  /** Starts it, and resolves when it takes connections. Rejects with its last lines when it ends instead. */
  async start(): Promise<void> {
    const { program, args, cwd, user, ready } = this.#settings;
    const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const path = findProgram(program) ?? program;
    const child = spawn('setpriv', ['--pdeathsig=SIGKILL', ...identity, path, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, LC_ALL: 'C' },
    });
    this.#child = child;
    const lines: string[] = [];
    const isReady = new Promise<boolean>((resolve) => {
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on('line', (line) => {
          if (lines.push(line) > 20) lines.shift();
          if (ready.test(line)) resolve(true);
        });
      }
      child.once('exit', () => resolve(false));
    });
    if (!(await isReady)) throw new Error(`${program} did not start:\n${lines.join('\n')}`);
  }

  /** Stops it in order, and resolves when it is gone. */
  async stop(): Promise<void> {
    this.resume();
    await this.#end(this.#settings.stopSignal, () => []);
  }

  /** Ends it and all its processes at once, as a crash of the machine does, and resolves when they are gone. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL', () => childrenOf(this.pid));
  }

  /** Stops it and all its processes from running, with their connections open. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** Lets it run on. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  get #runs(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  #signal(signal: NodeJS.Signals): void {
    if (!this.#runs) return;
    for (const pid of [this.pid, ...childrenOf(this.pid)]) kill(pid, signal);
  }

  async #end(signal: NodeJS.Signals, others: () => readonly number[]): Promise<void> {
    if (!this.#runs) return;
    const exit = once(this.#child as ChildProcess, 'exit');
    // Held first, so that it starts no process that is not known here.
    if (signal === 'SIGKILL') this.#child?.kill('SIGSTOP');
    const pids = others();
    this.#child?.kill(signal);
    for (const pid of pids) kill(pid, signal);
    await exit;
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The process may have ended by itself. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
