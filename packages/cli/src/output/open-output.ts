import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';

/**
 * Opens a file for a report, and empties it. Does not follow a symbolic link of another user, which may be
 * planted in a shared folder, to have a file of this user emptied.
 *
 * @throws {Error} (rejects) with a code of Node.js: `ELOOP` about such a link.
 */
export async function openOutput(path: string): Promise<FileHandle> {
  const found = await lstat(path).catch(() => undefined);
  const isLink = found?.isSymbolicLink() === true;
  if (isLink && found.uid !== 0 && process.getuid !== undefined && found.uid !== process.getuid()) {
    throw Object.assign(new Error('it is a link of another user'), { code: 'ELOOP' });
  }
  // What was no link may be one by now. Windows has no such flag.
  const noFollow = isLink ? 0 : (constants.O_NOFOLLOW ?? 0);
  return open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | noFollow);
}
