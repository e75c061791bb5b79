import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { endChild, startChild } from '@location-records/dev-kit/campaigns';

const flushes = 'fsync,fdatasync';

/**
 * Counts the system calls of a process and of all its threads while `act` runs, by their names.
 *
 * @param output the file that strace writes.
 * @param names those to count, with commas between them.
 */
export async function countCalls(
  pid: number,
  output: string,
  act: () => Promise<void>,
  names = 'all',
): Promise<ReadonlyMap<string, number>> {
  await whileTraced(pid, ['-c', '-e', `trace=${names}`, '-o', output], act);
  return countsIn(await readFile(output, 'utf8'));
}

/** The numbers of calls in what `strace -c` writes, by their names. */
export function countsIn(summary: string): ReadonlyMap<string, number> {
  // "% time, seconds, usecs/call, calls, [errors,] syscall"
  const lines = summary.matchAll(/^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*?(\w+)$/gm);
  const counts = Array.from(lines, ([, calls, name = '']) => [name, Number(calls)] as const);
  return new Map(counts.filter(([name]) => name !== 'total'));
}

/** Counts the flushes of a process and of all its threads while `act` runs. */
export async function countFlushes(pid: number, output: string, act: () => Promise<void>): Promise<number> {
  const counts = await countCalls(pid, output, act, flushes);
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

/** Runs `act` while every flush of the process takes `delayMs` longer, as on a slow disk. */
export function withSlowFlushes(pid: number, delayMs: number, act: () => Promise<void>): Promise<void> {
  return whileTraced(pid, slowing(delayMs), act);
}

/** What comes before a command whose flushes are to take `delayMs` longer, also in the processes that it starts. */
export function slowFlushes(delayMs: number): readonly string[] {
  // The command itself has the process that is started. Only flushes wait for strace.
  return ['strace', '-D', '-f', '-qq', '--seccomp-bpf', ...slowing(delayMs)];
}

function slowing(delayMs: number): readonly string[] {
  const inject = `inject=${flushes}:delay_exit=${delayMs * 1000}`;
  return ['-e', `trace=${flushes}`, '-e', inject, '-o', '/dev/null'];
}

async function whileTraced(pid: number, flags: readonly string[], act: () => Promise<void>): Promise<void> {
  const strace = startChild(['strace', '-f', ...flags, '-p', String(pid)], ['ignore', 'ignore', 'pipe']);
  try {
    await attached(strace);
    await act();
  } finally {
    // strace then releases the process, and writes what it counted.
    await endChild(strace, 'SIGINT');
  }
}

async function attached(strace: ChildProcess): Promise<void> {
  const failed = once(strace, 'error').then(([error]) => {
    throw new Error('This needs strace.', { cause: error });
  });
  const lines: string[] = [];
  const said = (async () => {
    if (strace.stderr === null) return;
    for await (const line of createInterface({ input: strace.stderr })) {
      if (/ attached/.test(line)) return;
      lines.push(line);
    }
    throw new Error(`strace did not attach: ${lines.join(' ')}`);
  })();
  await Promise.race([said, failed]);
  strace.stderr?.resume();
}
