import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Why this process cannot mount a file system, if it cannot. */
export const cannotMount = isRoot ? undefined : 'only root of Linux can mount a file system';

/** Mounts a folder a second time, read-only. */
export async function mountReadOnly(folder: string): Promise<{ path: string; end(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'location-records-mounted-'));
  await run('mount', ['--bind', folder, path]);
  await run('mount', ['-o', 'remount,ro,bind', path]);
  const end = async () => {
    await run('umount', ['-l', path]);
    await rm(path, { recursive: true });
  };
  return { path, end };
}
