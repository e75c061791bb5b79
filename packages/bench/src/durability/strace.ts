import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { endChild, startChild } from '@location-records/dev-kit/campaigns';

const flushes = 'fsync,fdatasync';

/** Counts the flushes of a process and of all its threads while `act` runs. */
export async function countFlushes(pid: number, output: string, act: () => Promise<void>): Promise<number> {
  await whileTraced(pid, ['-c', '-e', `trace=${flushes}`, '-o', output], act);
  const lines = (await readFile(output, 'utf8')).split('\n');
  // "% time, seconds, usecs/call, calls, [errors,] syscall"
  const calls = lines.map((line) => /^ *[\d.]+ +[\d.]+ +\d+ +(\d+) .*\bf(?:data)?sync$/.exec(line)?.[1]);
  return calls.reduce((sum, count) => sum + Number(count ?? 0), 0);
}

/** Runs `act` while every flush of the process takes `delayMs` longer, as on a slow disk. */
export function withSlowFlushes(pid: number, delayMs: number, act: () => Promise<void>): Promise<void> {
  const inject = `inject=${flushes}:delay_exit=${delayMs * 1000}`;
  return whileTraced(pid, ['-e', `trace=${flushes}`, '-e', inject, '-o', '/dev/null'], act);
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
