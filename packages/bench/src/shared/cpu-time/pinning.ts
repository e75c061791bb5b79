import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { print } from '@location-records/dev-kit/campaigns';

/**
 * Keeps this process on one CPU, and gives what comes before a server's command to keep it on another, so that
 * neither pushes the other out of its cache. Nothing where there is no `taskset`, or only one CPU, which it says.
 */
export function pinApart(): readonly string[] {
  if (availableParallelism() >= 2) {
    const self = spawnSync('taskset', ['--all-tasks', '--pid', '--cpu-list', '1', String(process.pid)]);
    if (self.status === 0) return ['taskset', '--cpu-list', '0'];
  }
  print('The servers and the client share the CPUs; expect more noise.');
  return [];
}
