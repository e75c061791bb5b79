import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { endChild, startChild } from '@location-records/dev-kit/campaigns';
import { bin } from './bin.ts';

const reportUsage = new URL('../servers/report-usage.mjs', import.meta.url).href;

/** How a server is started. */
export interface ServerSettings {
  /** Comes before the program `node`: `['taskset', '-c', '0']`. */
  readonly wrapper?: readonly string[] | undefined;
  /**
   * The runtime and its subcommand, which run the script.
   * @default the Node.js of this process
   */
  readonly runtime?: readonly string[] | undefined;
  /** Flags of the runtime itself. */
  readonly runtimeFlags?: readonly string[] | undefined;
  /**
   * What becomes of the failures that the server reports.
   * @default 'inherit'
   */
  readonly stderr?: 'inherit' | 'ignore' | undefined;
  /**
   * Whether the server tells its CPU time: `usage` asks it. The module that does that takes longer to load than a small
   * server.
   * @default true
   */
  readonly tellsUsage?: boolean | undefined;
}

/** The arguments of the command `location-records` before the store. */
export const serveQuietly = ['serve', '--port', '0', '--quiet', '--store'] as const;

/** A server in a process of its own, under a plain runtime without flags that users would not have. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly port: number;
  /** The time from the start of the process until it printed its address, in milliseconds. */
  readonly startedIn: number;

  private constructor(child: ChildProcess, port: number, startedIn: number) {
    this.#child = child;
    this.port = port;
    this.startedIn = startedIn;
  }

  /** Starts a script that prints its address. Rejects when the script ends before that. */
  static async start(script: string, args: readonly string[], settings: ServerSettings = {}) {
    const { wrapper = [], runtime = [process.execPath], runtimeFlags = [], stderr = 'inherit' } = settings;
    const { tellsUsage = true } = settings;
    const preloaded = tellsUsage ? ['--import', reportUsage] : [];
    const begin = performance.now();
    const command = [...wrapper, ...runtime, ...preloaded, ...runtimeFlags, script, ...args];
    const child = startChild(command, ['ignore', 'pipe', stderr, tellsUsage ? 'ipc' : 'ignore']);
    const port = await Promise.race([firstPort(child), once(child, 'exit').then(() => undefined)]);
    if (port === undefined) throw new Error(`${script} ended before it listened.`);
    return new ServerProcess(child, port, performance.now() - begin);
  }

  /** Starts a server of the folder `servers`. */
  static startOwn(name: string, args: readonly string[] = [], settings?: ServerSettings) {
    return ServerProcess.start(
      fileURLToPath(new URL(`../servers/${name}.mjs`, import.meta.url)),
      args,
      settings,
    );
  }

  /** Starts `location-records serve` on a free port, with more of its flags or none. */
  static startCli(store: string, settings?: ServerSettings, flags: readonly string[] = []) {
    return ServerProcess.start(bin, [...serveQuietly, store, ...flags], settings);
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** The CPU time of all threads so far, in microseconds. Rejects when the server ends instead of telling it. */
  async usage(): Promise<NodeJS.CpuUsage> {
    const listening = new AbortController();
    const { signal } = listening;
    const received = once(this.#child, 'message', { signal });
    const ended = once(this.#child, 'exit', { signal }).then(() => {
      throw new Error('The server ended by itself.');
    });
    this.#child.send('usage');
    try {
      const [usage] = await Promise.race([received, ended]);
      return usage;
    } finally {
      listening.abort();
    }
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

async function firstPort(child: ChildProcess): Promise<number | undefined> {
  if (!child.stdout) return undefined;
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[^\s/]*:(\d+)/.exec(line);
    if (!address) continue;
    // Later output is not read, but must not fill the pipe.
    child.stdout.resume();
    return Number(address[1]);
  }
  return undefined;
}
