import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { findProgram } from './find-program.ts';
import { childrenOf, isAlive } from './process-tree.ts';
import type { ServerUser } from './server-user.ts';

/** How a server is run. */
interface ServerProgramSettings {
  readonly program: string;
  readonly args: readonly string[];
  /** The folder with its files, in which it runs. */
  readonly folder: string;
  /** The user that it runs as. @default the current user */
  readonly user?: ServerUser | undefined;
  /** Matches the line of its output that says that it accepts connections. */
  readonly ready: RegExp;
  /** The signal that stops it. */
  readonly stopSignal: NodeJS.Signals;
}

/** A server in a temporary folder. It ends with this process. */
export class ServerProgram {
  readonly #settings: ServerProgramSettings;
  #child: ChildProcess | undefined;

  constructor(settings: ServerProgramSettings) {
    this.#settings = settings;
  }

  /**
   * Starts it, also after `kill` or `halt`. Resolves when it accepts connections. Rejects with its last lines
   * if it ends instead.
   */
  async start(): Promise<void> {
    const { program, args, folder, user, ready } = this.#settings;
    const identity = user ? [`--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : [];
    const command = ['--pdeathsig=SIGKILL', ...identity, findProgram(program) ?? program, ...args];
    const child = spawn('setpriv', command, {
      cwd: folder,
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

  /** Stops it gracefully, and keeps its files. */
  async halt(): Promise<void> {
    const child = this.#running;
    if (!child) return;
    this.resume();
    const exit = once(child, 'exit');
    child.kill(this.#settings.stopSignal);
    await exit;
  }

  /** Ends all its processes with SIGKILL, as a crash of the machine does. */
  async kill(): Promise<void> {
    const child = this.#running;
    if (!child) return;
    const exit = once(child, 'exit');
    // Suspended first, so that it starts no further process.
    child.kill('SIGSTOP');
    const pids = childrenOf(Number(child.pid));
    child.kill('SIGKILL');
    for (const pid of pids) kill(pid, 'SIGKILL');
    await exit;
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  /** Suspends all its processes (SIGSTOP). Their connections stay open. */
  pause(): void {
    this.#signal('SIGSTOP');
  }

  /** Resumes all its processes. */
  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Ends it, and removes its files. */
  async stop(): Promise<void> {
    await this.kill();
    await rm(this.#settings.folder, { recursive: true, force: true });
  }

  get #running(): ChildProcess | undefined {
    return this.#child?.exitCode === null && this.#child.signalCode === null ? this.#child : undefined;
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#running?.pid;
    if (pid !== undefined) for (const each of [pid, ...childrenOf(pid)]) kill(each, signal);
  }
}

/** The process may have ended already. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
