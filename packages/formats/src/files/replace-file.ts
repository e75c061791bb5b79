import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FileError } from './file-error.ts';

/**
 * Writes a file completely or not at all: under a temporary name in the same folder, which replaces the file
 * when all is on the disk. The target of a symbolic link is replaced, not the link. A link of another user is
 * refused: it may be planted in a shared folder, to have a file of this user replaced.
 *
 * @param write gets an empty file, as a path and as a handle that it does not close. The file gets the
 * permissions of the one that it replaces.
 * @throws the reason of the signal, if it aborts before the file is replaced.
 */
export async function replaceFile(
  path: string,
  write: (temporary: string, file: FileHandle) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { target, mode } = await findTarget(path);
  const folder = dirname(target);
  const temporary = join(folder, `.location-records-${randomBytes(6).toString('hex')}.partial`);
  // Its records may be more private than what others can read of a new file.
  const file = await open(temporary, 'wx', mode === undefined ? 0o666 : 0o600);
  try {
    try {
      await write(temporary, file);
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    signal?.throwIfAborted();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Finds the path to write and its permissions. Refuses devices and pipes, which renaming would replace. */
async function findTarget(path: string): Promise<{ readonly target: string; readonly mode?: number }> {
  const link = await ifPresent(lstat(path));
  if (link?.isSymbolicLink() && isOfOthers(link)) {
    const problem = 'it is a link of another user; name the file that it leads to, or another one';
    throw new FileError('write', path, { code: 'ELOOP', problem });
  }
  const found = await ifPresent(stat(path));
  if (found?.isDirectory()) throw new FileError('write', path, { code: 'EISDIR', problem: 'it is a folder' });
  if (found !== undefined && !found.isFile()) {
    throw new FileError('write', path, { code: 'EINVAL', problem: 'it is not a regular file' });
  }
  if (found !== undefined) return { target: await realpath(path), mode: found.mode & 0o777 };
  if (link === undefined) return { target: path };
  throw new FileError('write', path, { code: 'ENOENT', problem: 'it is a link to a file that is missing' });
}

/** Whether a file belongs neither to this user nor to root. Windows has no such numbers. */
function isOfOthers({ uid }: Stats): boolean {
  return uid !== 0 && process.getuid !== undefined && uid !== process.getuid();
}

async function ifPresent<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Some file systems cannot flush a folder. */
const withoutSync: ReadonlySet<unknown> = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR', 'EACCES']);

/** Flushes a folder, so that a new name in it survives a power cut. */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!withoutSync.has((error as NodeJS.ErrnoException).code)) throw error;
  }
}
