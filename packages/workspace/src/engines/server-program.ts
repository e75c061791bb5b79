import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.mjs';
import { childrenOf, isAlive } from './process-tree.ts';
import type { ServerUser } from './server-user.ts';

/** How a server is run. */
interface ServerProgramSettings {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** What comes before the program, such as a choice of CPUs. */
  readonly wrapper?: readonly string[] | undefined;
  /** The user that it runs as. @default the current user */
  readonly user?: ServerUser | undefined;
  /** Matches the line of its output that says that it accepts connections. */
  readonly ready: RegExp;
  /** The signal that stops it. */
  readonly stopSignal: NodeJS.Signals;
}

/** A server that can be started, stopped, killed and paused repeatedly, and ends with this process. */
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

  /**
   * Starts it, and resolves when it accepts connections. Rejects with its last lines when it ends instead.
   */
  async start(): Promise<void> {
    const { wrapper = [], program, args, cwd, user, ready } = this.#settings;
    const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const path = findProgram(program) ?? program;
    const wrapped = [...wrapper, path, ...args];
    const child = spawn('setpriv', ['--pdeathsig=SIGKILL', ...identity, ...wrapped], {
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

  /** Stops it gracefully, and resolves when it has ended. */
  async stop(): Promise<void> {
    this.resume();
    await this.#end(this.#settings.stopSignal, () => []);
  }

  /**
   * Ends it and all its processes at once, as a crash of the machine does, and resolves when they have ended.
   */
  async kill(): Promise<void> {
    await this.#end('SIGKILL', () => childrenOf(this.pid));
  }

  /** Suspends all its processes. Their connections stay open. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** Resumes all its processes. */
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
    // Suspended first, so that it starts no further process.
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
