import { type StatsFs, statfsSync } from 'node:fs';
import { dirname } from 'node:path';

/** Bytes: SQLite needs so much for the index of a log, and calls it an error of the disk when there is less. */
const leastRoom = 65_536;

/**
 * What the disk of a file has run out of, as advice for an error of SQLite that does not tell; `undefined` where it has
 * enough of everything.
 */
export function findShortage(path: string): string | undefined {
  const found = statDisk(path) ?? statDisk(dirname(path));
  if (found === undefined) return undefined;
  if (found.bavail * found.bsize < leastRoom) return 'the disk is full; free some space';
  // Some file systems, such as btrfs, make inodes as they need them and count none.
  if (found.files > 0 && found.ffree === 0) {
    return 'the disk has no inodes left for further files; delete some files on it';
  }
  return undefined;
}

function statDisk(path: string): StatsFs | undefined {
  try {
    return statfsSync(path);
  } catch {
    return undefined;
  }
}
