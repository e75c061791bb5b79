import { execFile } from 'node:child_process';

/** Whether a program can be run here, for tests that a machine without it has to skip. */
export function hasCommand(program: string, flag = '--version'): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(program, [flag], (error) => resolve((error as NodeJS.ErrnoException | null)?.code !== 'ENOENT'));
  });
}
