import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { endChild, memoryOf, startChild } from '@location-records/dev-kit/campaigns';
import { bin } from './bin.ts';

/** How often the memory of a command is read, in milliseconds. */
const intervalMs = 20;

/** What a command did until it ended. */
export interface CommandEnd {
  /** `null` when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The largest resident memory (`VmHWM`) in MiB, as far as it was seen. */
  readonly peak: number;
  /** From the start of the process to its end. */
  readonly seconds: number;
}

/** A command of `location-records` in a process of its own, under plain Node.js. */
export class CommandProcess {
  readonly #child: ChildProcess;
  /** Resolves when the process has ended. */
  readonly ended: Promise<CommandEnd>;

  constructor(args: readonly string[]) {
    this.#child = startChild([process.execPath, bin, ...args], ['ignore', 'pipe', 'pipe']);
    this.ended = this.#watch();
  }

  /** Ends the process as `kill -9` does. */
  async kill(): Promise<CommandEnd> {
    await endChild(this.#child, 'SIGKILL');
    return this.ended;
  }

  async #watch(): Promise<CommandEnd> {
    const child = this.#child;
    const begin = performance.now();
    const closed = once(child, 'close');
    let isOver = false;
    closed.then(() => {
      isOver = true;
    });
    const watchMemory = async () => {
      let peak = 0;
      while (!isOver) {
        // A process that has ended has no memory any more.
        const seen = await memoryOf(child.pid as number, 'VmHWM').catch(() => Number.NaN);
        if (seen > peak) peak = seen;
        await setTimeout(intervalMs);
      }
      return peak;
    };
    const output = [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream));
    const peak = watchMemory();
    const [stdout = '', stderr = ''] = await Promise.all(output);
    await closed;
    const seconds = (performance.now() - begin) / 1000;
    return { code: child.exitCode, stdout, stderr, peak: await peak, seconds };
  }
}

/** What the commands `import` and `export` report with `--json`, as far as it is used. */
export interface Report {
  readonly read: number;
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly skipped: number;
  readonly refused: number;
  readonly repeated: number;
  readonly records: number;
  readonly durationMs: number;
}

/** Runs a command with `--json`, and resolves to its report. A command that fails is an error. */
export async function runForReport(args: readonly string[]): Promise<CommandEnd & { readonly report: Report }> {
  const end = await new CommandProcess([...args, '--json']).ended;
  if (end.code !== 0) throw new Error(`location-records ${args.join(' ')}: ${end.stderr}${end.stdout}`);
  return { ...end, report: JSON.parse(end.stdout) };
}
