import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * Keeps this process on one CPU, and gives what comes before a server's command to keep it on another, so that
 * neither pushes the other out of its cache. Nothing where there is no `taskset`, or only one CPU.
 */
export function pinApart(): readonly string[] {
  if (availableParallelism() < 2) return [];
  const self = spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', String(process.pid)]);
  return self.status === 0 ? ['taskset', '--cpu-list', '0'] : [];
}
