import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { inject } from 'vitest';
import { addressOf } from './raw-client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the bundled command: `packages/workspace/src/bundle-command.mjs`. */
    readonly command: string;
  }
}

/** How long the command may take to start or to end, in milliseconds. */
const processTimeout = 60_000;

/** The command as a child process: the sources of the workspace, bundled once for all tests. */
export class SpawnedCli {
  readonly process: ChildProcessByStdio<null, Readable, Readable>;
  /**
   * Resolves to the exit code when the process has ended and its output was read; -n when signal n ended it.
   */
  readonly exited: Promise<number>;
  #stdout = '';
  #stderr = '';

  constructor(args: readonly string[], { env, cwd, wrapper = [] }: SpawnOptions = {}) {
    const { PORT: _, HOST: __, STORE_URL: ___, ...inherited } = process.env;
    const line = [...wrapper, process.execPath, '--enable-source-maps', inject('command'), ...args];
    const [program, ...rest] = line as [string, ...string[]];
    this.process = spawn(program, rest, {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.process.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
    });
    this.process.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.exited = once(this.process, 'close').then(
      ([code, signal]) => code ?? -constants.signals[signal as NodeJS.Signals],
    );
  }

  /** The text on stdout so far. */
  stdout(): string {
    return this.#stdout;
  }

  /** The text on stderr so far. */
  stderr(): string {
    return this.#stderr;
  }

  /** Waits until output makes `condition` hold. Rejects when the process ends first. */
  async until<T>(condition: () => T | undefined | false): Promise<T> {
    const limit = AbortSignal.timeout(processTimeout);
    let isOver = false;
    void this.exited.then(() => {
      isOver = true;
    });
    for (;;) {
      const found = condition();
      if (found !== undefined && found !== false) return found;
      if (isOver || limit.aborted) {
        const why = isOver ? 'the command ended' : 'it took too long';
        throw new Error(`${why}\nstdout: ${this.#stdout}\nstderr: ${this.#stderr}`);
      }
      await this.#somethingHappens();
    }
  }

  /** Sends a signal, and waits for the end. Resolves to the exit code. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number> {
    this.process.kill(signal);
    const limit = setTimeout(() => this.process.kill('SIGKILL'), processTimeout);
    try {
      return await this.exited;
    } finally {
      clearTimeout(limit);
    }
  }

  #somethingHappens(): Promise<void> {
    const { stdout, stderr } = this.process;
    return new Promise((resolve) => {
      const limit = setTimeout(settle, 100);
      function settle() {
        clearTimeout(limit);
        stdout.off('data', settle);
        stderr.off('data', settle);
        resolve();
      }
      stdout.on('data', settle);
      stderr.on('data', settle);
    });
  }
}

/** How the command is started. */
export interface SpawnOptions {
  /** Added to the environment of the tests without its `PORT`, `HOST` and `STORE_URL`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** A program and its arguments that run the command in their place, such as `prlimit`. */
  readonly wrapper?: readonly string[];
}

/** The command while it serves. */
export interface RunningCli {
  readonly cli: SpawnedCli;
  /** The URL that it printed. */
  readonly url: string;
  readonly host: string;
  readonly port: number;
  stdout(): string;
  stderr(): string;
  /** Sends a signal (SIGTERM), and waits for the end. Resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number>;
}

/** Starts `location-records serve` or `fake` with these arguments, and waits for its URL. */
export async function startCli(
  args: readonly string[] = [],
  { command = 'serve', ...options }: SpawnOptions & { readonly command?: 'serve' | 'fake' } = {},
): Promise<RunningCli> {
  const cli = new SpawnedCli([command, ...args], options);
  const found = cli.until(() => /(http:\/\/[^\s"]+)[\s"]/.exec(cli.stdout()) ?? undefined);
  const [, url = ''] = await found.catch(async (error: unknown) => {
    await cli.stop('SIGKILL');
    throw error;
  });
  return {
    cli,
    url,
    ...addressOf(url),
    stdout: () => cli.stdout(),
    stderr: () => cli.stderr(),
    stop: (signal) => cli.stop(signal),
  };
}

/** Runs a command line to its end. */
export async function runCli(
  args: readonly string[],
  options: SpawnOptions = {},
): Promise<{ readonly exitCode: number; readonly stdout: string; readonly stderr: string }> {
  const cli = new SpawnedCli(args, options);
  const limit = setTimeout(() => cli.process.kill('SIGKILL'), processTimeout);
  const exitCode = await cli.exited;
  clearTimeout(limit);
  return { exitCode, stdout: cli.stdout(), stderr: cli.stderr() };
}
