import { type StatsFs, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreErrorCode } from '@location-records/core';
import { type Advice, createFailures, oneLine } from '../shared/failures.ts';

/** What the store was about to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to' | 'shrink' | 'index';

/** The errors of SQLite stores, by the paths of their files. */
export const failures = createFailures<Attempt>('SQLite', adviceOn);

/** What a failure of SQLite means for the operator of the service. */
interface SqliteFailure {
  /** Primary result code of SQLite. */
  readonly result: number;
  readonly code: StoreErrorCode;
  /** SQLite's own words, for engines that give no result code (Deno). */
  readonly text: string;
  /** What is wrong, and what to do. */
  readonly advice: string;
}

/** Result codes of SQLite (sqlite.org/rescode.html) that the store decides on. */
export const results = {
  busy: 5,
  inputOutput: 10,
  corrupt: 11,
  cannotOpen: 14,
  tooBig: 18,
  constraint: 19,
  mismatch: 20,
} as const;

const permissions = 'check the permissions of the file and of its folder';

const knownFailures: readonly SqliteFailure[] = [
  {
    result: results.busy,
    code: 'STORE_UNAVAILABLE',
    text: 'database is locked',
    advice: 'another process has locked it; end that process, or try again later',
  },
  {
    result: 8,
    code: 'STORE_UNAVAILABLE',
    text: 'attempt to write a readonly database',
    advice: `it cannot be written; ${permissions}`,
  },
  {
    result: results.inputOutput,
    code: 'STORE_UNAVAILABLE',
    text: 'disk I/O error',
    advice: 'the disk reports an error; check the disk and the space that is left on it',
  },
  {
    result: results.corrupt,
    code: 'STORE_UNSUITABLE',
    text: 'database disk image is malformed',
    advice: 'the file is damaged; restore it from a backup, or choose another path',
  },
  {
    result: 13,
    code: 'STORE_UNAVAILABLE',
    text: 'database or disk is full',
    advice: 'the disk is full; free some space',
  },
  {
    result: results.cannotOpen,
    code: 'STORE_UNAVAILABLE',
    text: 'unable to open database file',
    advice: `the file cannot be opened; ${permissions}, and whether this process has too many files open`,
  },
  {
    result: results.tooBig,
    code: 'STORE_UNAVAILABLE',
    text: 'string or blob too big',
    advice: 'the record is too big for SQLite; make it smaller',
  },
  {
    result: 26,
    code: 'STORE_UNSUITABLE',
    text: 'file is not a database',
    advice: 'the file is not an SQLite database; choose another path',
  },
];

function adviceOn(cause: unknown, _attempt: Attempt, path: string): Advice {
  const failure = findFailure(cause);
  // These errors of SQLite do not say that the disk is full.
  const isVague = failure?.result === results.inputOutput || failure?.result === results.cannotOpen;
  const advice = (isVague && findShortage(path)) || (failure?.advice ?? oneLine(cause));
  return { code: failure?.code ?? 'STORE_UNAVAILABLE', advice };
}

/** The known failure that an engine's error reports. */
function findFailure(error: unknown): SqliteFailure | undefined {
  const result = resultOf(error);
  return knownFailures.find((failure) => failure.result === result);
}

/** The primary result code behind an engine's error; `undefined` when the error is not SQLite's. */
export function resultOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errcode } = error as { errcode?: unknown };
  // The upper bits are a variant, such as SQLITE_IOERR_WRITE.
  if (typeof errcode === 'number') return errcode & 0xff;
  return knownFailures.find(({ text }) => error.message.includes(text))?.result;
}

/** Whether another connection was in the way, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return resultOf(error) === results.busy;
}

/** How long to wait for another connection that is in the way, before each further attempt (ms). */
export const busyPause = 5;

/** Bytes that SQLite needs for the index of a log. With less room it reports an error of the disk. */
const minRoom = 65_536;

/**
 * What the disk of a file lacks, as advice for an error of SQLite that does not say it. `undefined` where the
 * disk has enough of everything.
 */
function findShortage(path: string): string | undefined {
  const found = statDisk(path) ?? statDisk(dirname(path));
  if (found === undefined) return undefined;
  if (found.bavail * found.bsize < minRoom) return 'the disk is full; free some space';
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
