import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
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

/** Tells how many instructions a process under {@link countingWrapper} has run. */
export class InstructionCounter {
  readonly #pid: number;
  readonly #output: string;
  #parts = 0;

  constructor(pid: number, output: string) {
    this.#pid = pid;
    this.#output = output;
  }

  /** The instructions of all threads since the call before, or since the start of the process. */
  async sinceLast(): Promise<number> {
    await promisify(execFile)(control, [pipesFlag(this.#output), '--dump', String(this.#pid)]);
    const file = `${this.#output}.${++this.#parts}`;
    const total = /^summary: (\d+)/m.exec(await readFile(file, 'utf8'))?.[1];
    if (total === undefined) throw new Error('callgrind wrote no total.');
    await rm(file);
    return Number(total);
  }
}
