import { spawnSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A place where a database soon has no room to grow. */
export interface ScarcePlace {
  readonly title: string;
  readonly path: string;
  /** Comes before the command of the server. */
  readonly wrapper: readonly string[];
  /** Makes room for the server, whose process id this is. */
  makeRoom(pid: number): Promise<void>;
  release(): void;
}

const mebi = 2 ** 20;
/** The bytes that fit before room is made. */
const room = 2 * mebi;
const diskSize = 16 * mebi;

/** A folder whose files cannot grow beyond a limit that is lifted later: writes fail with EFBIG. */
export async function limitedFiles(folder: string): Promise<ScarcePlace> {
  return {
    title: 'limit of the file size',
    path: join(folder, 'limited.db'),
    wrapper: ['prlimit', `--fsize=${room}:unlimited`],
    makeRoom: async (pid) => run('prlimit', '--pid', String(pid), '--fsize=unlimited:unlimited'),
    release() {},
  };
}

/**
 * A small file system of its own, nearly filled by a file that is removed later: writes fail with ENOSPC.
 * `undefined` for users who may not mount one.
 */
export async function fullDisk(folder: string): Promise<ScarcePlace | undefined> {
  const disk = join(folder, 'disk');
  await mkdir(disk);
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${diskSize}`, 'location-records-bench', disk);
  } catch {
    return undefined;
  }
  const ballast = join(disk, 'ballast');
  await writeFile(ballast, Buffer.alloc(diskSize - room));
  return {
    title: 'full disk',
    path: join(disk, 'full.db'),
    wrapper: [],
    makeRoom: () => rm(ballast),
    release: () => run('umount', disk),
  };
}

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(program, args);
  if (status !== 0) throw error ?? new Error(`${program} failed: ${stderr}`);
}
