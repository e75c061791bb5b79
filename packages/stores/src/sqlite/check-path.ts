import { constants, type Stats } from 'node:fs';
import { access, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { StoreError } from '@location-records/core';
import { failures } from './failures.ts';

/** Bytes: one page of the smallest size. */
const smallestDatabase = 512;

/**
 * Finds out more precisely than SQLite why a path cannot be opened. It never opens the file: closing it again would
 * remove the locks that SQLite holds on it in this process.
 *
 * @throws {StoreError} when the file is missing and may not be created, when its folder is missing, or when either is
 * of the wrong kind or not accessible.
 */
export async function checkPath(path: string, create: boolean): Promise<void> {
  try {
    const found = await stat(path);
    const problem = problemOf(found);
    if (problem) throw failures.unsuitable('open', path, problem);
    await access(path, constants.R_OK | constants.W_OK);
  } catch (error) {
    const folder = await folderOf(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw pathFailure(path, folder, error);
    await checkFolder(path, folder);
    if (create) return;
    const problem = 'there is no such file; check the path';
    throw failures.unavailable('open', path, problem, { cause: error });
  }
}

function problemOf(found: Stats): string | undefined {
  if (found.isDirectory()) return 'it is a folder; name a file';
  if (!found.isFile()) return 'it is not a regular file; name a file';
  // SQLite takes a file of one byte for an empty one, and would overwrite it.
  if (found.size > 0 && found.size < smallestDatabase)
    return 'the file is not an SQLite database; choose another path';
  return undefined;
}

async function checkFolder(path: string, folder: string): Promise<void> {
  try {
    await access(folder, constants.W_OK);
  } catch (error) {
    throw pathFailure(path, folder, error);
  }
}

/**
 * The folder where SQLite would create a missing file. Symbolic links may lead elsewhere, and to a missing
 * file.
 */
async function folderOf(path: string): Promise<string> {
  return behindLinks(dirname(await behindLinks(path)));
}

function pathFailure(path: string, folder: string, error: unknown): StoreError {
  const advice = adviceOn((error as NodeJS.ErrnoException).code, JSON.stringify(folder));
  if (!advice) return failures.wrap('open', path, error);
  return failures.unavailable('open', path, advice, { cause: error });
}

function adviceOn(code: string | undefined, folder: string): string | undefined {
  switch (code) {
    case 'ENOENT':
      return `the folder ${folder} does not exist; create it, or choose another path`;
    case 'ENOTDIR':
      return `${folder} is not a folder; choose another path`;
    case 'ELOOP':
      return 'its symbolic links form a circle; correct them, or choose another path';
    case 'ENAMETOOLONG':
      return 'it is too long for the file system; choose a shorter path';
    case 'EACCES':
    case 'EPERM':
      return 'this user may not read and write it; check the permissions of the file and of its folder';
    case 'EROFS':
      return 'the disk is read-only; choose another path';
    default:
      return undefined;
  }
}

/** How many links are followed, as on Linux. Links in a circle have no end. */
const maxLinks = 40;

/** The target of the symbolic links of a path, which may not exist. */
export async function behindLinks(path: string): Promise<string> {
  let target = path;
  try {
    for (let links = 0; links < maxLinks; links++) {
      target = resolve(await realpath(dirname(target)), await readlink(target));
    }
  } catch {
    // This is not a link, or does not exist.
  }
  return target;
}
