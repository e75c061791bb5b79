import type { StoreError } from '@location-records/core';
import { type Advice, createFailures, oneLine } from '../shared/failures.ts';

/** What the store tried to do, as the beginning of a sentence. */
export type Attempt = 'open' | 'read from' | 'write to' | 'index' | 'back up' | 'check';

/** The errors of SQLite stores, by the paths of their files. */
export const failures = createFailures<Attempt>('SQLite', adviceOn);

const locked = 'database is locked';

/** Messages of SQLite (sqlite.org/rescode.html), with their meaning for the operator. */
const knownFailures: readonly (readonly [message: string, code: StoreError['code'], advice: string])[] = [
  [locked, 'STORE_UNAVAILABLE', 'another process has locked it; end that process, or try again later'],
  [
    'attempt to write a readonly database',
    'STORE_UNAVAILABLE',
    'it cannot be written; check the permissions of the file and of its folder',
  ],
  [
    'unable to open database file',
    'STORE_UNAVAILABLE',
    'a file cannot be opened; check the permissions of the file and of its folder, the space and inodes that are left, and whether this process has too many files open',
  ],
  [
    'disk I/O error',
    'STORE_UNAVAILABLE',
    'the disk reports an error; check the disk and the space that is left on it',
  ],
  ['database or disk is full', 'STORE_UNAVAILABLE', 'the disk is full; free some space'],
  ['string or blob too big', 'STORE_UNAVAILABLE', 'the record is too big for SQLite; make it smaller'],
  [
    'database disk image is malformed',
    'STORE_UNSUITABLE',
    'the file is damaged; restore it from a backup, or choose another path',
  ],
  ['file is not a database', 'STORE_UNSUITABLE', 'the file is not an SQLite database; choose another path'],
];

function adviceOn(cause: unknown): Advice {
  const text = oneLine(cause);
  const [, code, advice] = knownFailures.find(([message]) => text.includes(message)) ?? [];
  return { code: code ?? 'STORE_UNAVAILABLE', advice: advice ?? text };
}

/** Returns whether another connection was in the way, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && error.message.includes(locked);
}
