import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endChild, startChild } from '@location-records/workspace/campaigns';

const reportUsage = new URL('./servers/report-usage.mjs', import.meta.url).href;

/** The built command `location-records` of this checkout. */
export const ownBin = join(
  dirname(createRequire(import.meta.url).resolve('location-records/package.json')),
  'dist',
  'bin.js',
);

/** How a server is started. */
export interface ServerSettings {
  /** Comes before `node`: `['taskset', '--cpu-list', '0']`. */
  readonly wrapper?: readonly string[] | undefined;
  /**
   * Where the server's own messages go.
   * @default 'inherit'
   */
  readonly stderr?: 'inherit' | 'ignore' | undefined;
}

/** A server in a child process, which reports its CPU time and memory. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly port: number;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
  }

  /** Starts a script that prints its address. Rejects if the script ends before that. */
  static async start(script: string, args: readonly string[], settings: ServerSettings = {}) {
    const { wrapper = [], stderr = 'inherit' } = settings;
    const command = [...wrapper, process.execPath, '--import', reportUsage, script, ...args];
    const child = startChild(command, ['ignore', 'pipe', stderr, 'ipc']);
    const port = await Promise.race([firstPort(child), once(child, 'exit').then(() => undefined)]);
    if (port === undefined) throw new Error(`${script} ended before it listened.`);
    return new ServerProcess(child, port);
  }

  /** Starts a program of the folder `servers`. */
  static startProgram(name: string, args: readonly string[], settings?: ServerSettings) {
    const script = fileURLToPath(new URL(`./servers/${name}.mjs`, import.meta.url));
    return ServerProcess.start(script, args, settings);
  }

  /** Starts `location-records serve` on a free port. */
  static startCommand(store: string, settings?: ServerSettings, flags: readonly string[] = [], bin = ownBin) {
    const args = ['serve', '--port', '0', '--quiet', '--store', store, ...flags];
    return ServerProcess.start(bin, args, settings);
  }

  /** Resolves to the CPU time of all threads so far, in microseconds. */
  async cpuTime(): Promise<number> {
    const { user, system } = await this.#usage();
    return user + system;
  }

  /** Resolves to the resident memory, in bytes. */
  async memory(): Promise<number> {
    return (await this.#usage()).rss;
  }

  /** Returns the number of open descriptors: files, sockets and others. */
  descriptors(): number {
    return readdirSync(`/proc/${this.#child.pid}/fd`).length;
  }

  /** Resolves to the resident memory without garbage, in bytes: a server that is idle does not collect it. */
  async memoryInUse(): Promise<number> {
    return (await this.#usage('collect')).rss;
  }

  async #usage(question = 'usage'): Promise<NodeJS.CpuUsage & NodeJS.MemoryUsage> {
    this.#child.send(question);
    const [usage] = await once(this.#child, 'message');
    return usage;
  }

  /** Asks the server to stop, and resolves to its exit code. */
  stop(): Promise<number | null> {
    return endChild(this.#child, 'SIGTERM');
  }

  /** Ends the server as `kill -9` does. */
  async kill(): Promise<void> {
    await endChild(this.#child, 'SIGKILL');
  }
}

async function firstPort({ stdout }: ChildProcess): Promise<number | undefined> {
  if (!stdout) return undefined;
  for await (const line of createInterface({ input: stdout })) {
    const address = /http:\/\/[^\s/]*:(\d+)/.exec(line);
    if (!address) continue;
    // Later output is not read, and must not fill the pipe.
    stdout.resume();
    return Number(address[1]);
  }
  return undefined;
}
