import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@location-records/dev-kit/engines';

const valgrind = 'valgrind';
const control = 'callgrind_control';

/** Whether this machine can count instructions: Debian's package `valgrind` has both programs. */
export function canCountInstructions(): boolean {
  return [valgrind, control].every((program) => findProgram(program) !== undefined);
}

/**
 * What comes before a program, so that callgrind counts its instructions outside the kernel. That makes it about fifty
 * times slower, and takes nothing else of the machine into account.
 *
 * @param output where callgrind writes, without its endings.
 */
export function countingWrapper(output: string): readonly string[] {
  const flags = [
    // V8 writes code while it runs.
    '--smc-check=all-non-file',
    '--separate-threads=yes',
    `--callgrind-out-file=${output}`,
    `--log-file=${output}.log`,
    pipesFlag(output),
  ];
  return [valgrind, '--tool=callgrind', ...flags];
}

/** Where the pipes are by which callgrind is controlled. A process that is killed leaves them. */
function pipesFlag(output: string): string {
  return `--vgdb-prefix=${output}-pipe`;
}

/** How many instructions the threads of a process have run. */
export interface Instructions {
  readonly mainThread: number;
  /** Those of all other threads, together. In Node.js they compile code, and help to collect garbage. */
  readonly otherThreads: number;
}

/** Tells how many instructions a process under {@link countingWrapper} has run. */
export class InstructionCounter {
  readonly #pid: number;
  readonly #output: string;
  #parts = 0;

  constructor(pid: number, output: string) {
    this.#pid = pid;
    this.#output = output;
  }

  /** The instructions since the call before, or since the start of the process. */
  async sinceLast(): Promise<Instructions> {
    await promisify(execFile)(control, [pipesFlag(this.#output), '--dump', String(this.#pid)]);
    // Each thread has a file of its own.
    const prefix = `${basename(this.#output)}.${++this.#parts}-`;
    const folder = dirname(this.#output);
    const counts = new Map<string, number>();
    for (const name of await readdir(folder)) {
      if (!name.startsWith(prefix)) continue;
      const file = join(folder, name);
      counts.set(name.slice(prefix.length), totalIn(await readFile(file, 'utf8')));
      await rm(file);
    }
    return byThread(counts);
  }
}

/** The instructions in a file that callgrind has written. */
export function totalIn(file: string): number {
  const total = /^summary: (\d+)/m.exec(file)?.[1];
  if (total === undefined) throw new Error('callgrind wrote no total.');
  return Number(total);
}

/** Sums up the counts of threads by the numbers that callgrind gives them: the main thread is `01`. */
export function byThread(counts: ReadonlyMap<string, number>): Instructions {
  const mainThread = counts.get('01');
  if (mainThread === undefined) throw new Error('callgrind wrote nothing of the main thread.');
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return { mainThread, otherThreads: all - mainThread };
}
