import { isStoreError } from '@location-records/core';
import type { SqliteBackup, SqliteBackupOptions } from '@location-records/stores/sqlite';
import { awaitEnd } from '../../data-file/end-thread.ts';
import { CommandError, UsageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { describeError } from '../../output/describe-error.ts';
import { printableLine } from '../../output/printable-text.ts';
import { createRecordsProgress } from '../../output/progress-line.ts';
import { writeAll } from '../../output/write-all.ts';
import type { StoreTarget } from '../../store-urls/store-urls.ts';
import { untilStopped } from '../../until-stopped.ts';
import type { CheckTools } from '../check-store/check-stored.ts';

/** What to use instead, by command and kind of store. */
const instead = {
  backup: {
    postgres: 'Use pg_dump for PostgreSQL, or location-records export for the records alone.',
    redis: 'Use redis-cli --rdb for Redis, or location-records export for the records alone.',
  },
  restore: {
    postgres: 'Use pg_restore, or location-records copy sqlite:<backup> <store>.',
    redis: 'Let the server load its dump, or use location-records copy sqlite:<backup> <store>.',
  },
} as const;

/** @throws {UsageError} unless the store is in an SQLite file. */
export function demandSqlite({ scheme }: StoreTarget, command: keyof typeof instead): void {
  if (scheme === 'sqlite') return;
  const advice = instead[command][scheme.startsWith('redis') ? 'redis' : 'postgres'];
  throw new UsageError(`location-records ${command} is for SQLite files. ${advice}`, 'See backup.md.');
}

/**
 * Writes one database to another file, with progress, until a signal; then calls `report`. Resolves to the exit code.
 *
 * @param done what the progress says of the part that is written.
 */
export function writeDatabase(
  io: Io,
  task: Pick<SqliteBackupOptions, 'path' | 'to' | 'replace'>,
  done: string,
  report: (written: SqliteBackup) => Promise<void>,
  check: (tools: CheckTools) => Promise<void> = async () => {},
): Promise<number> {
  const progress = createRecordsProgress(io.stderr);
  return untilStopped(io, async ({ signal }) => {
    const onProgress = (share: number) => progress.show({ done, share });
    const write = async () => {
      await check({ signal, onProgress: progress.show });
      const { backupSqliteFile } = await import('@location-records/stores/sqlite');
      return backupSqliteFile({ ...task, signal, onProgress });
    };
    let written: SqliteBackup | undefined;
    try {
      written = await orStopped(write(), signal);
    } catch (error) {
      throw describeFailureToWrite(error, task.to);
    } finally {
      progress.clear();
    }
    if (written) await report(written);
    else {
      const left = `${printableLine(task.to)} is as it was`;
      await writeAll(io.stderr, `location-records: stopped; ${left}\n`, 'stderr');
    }
    return 0;
  });
}

/**
 * Settles as the promise does, or resolves to `undefined` at the signal. A thread that then goes on delays the
 * end of the command for a moment.
 */
export async function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    const result = await Promise.race([promise, stopped]);
    if (signal.aborted) void awaitEnd(promise.catch(() => {}));
    return result;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Returns the error for a file that cannot be written. Others stay as they are. */
function describeFailureToWrite(error: unknown, path: string): unknown {
  if (isStoreError(error) || error instanceof CommandError) return error;
  const { code, path: at = path } = error as NodeJS.ErrnoException;
  const name = printableLine(path);
  if (code !== 'EEXIST') {
    const message = `${name} cannot be written (${describeError(error)}); check its folder, or name another file.`;
    return new CommandError('FILE_NOT_WRITTEN', message, { cause: error });
  }
  const message =
    at === path
      ? `${name} exists; move it away, or name another file.`
      : `${printableLine(at)} exists, so ${name} is in use, or was not closed; move both away, or name another file.`;
  return new CommandError('FILE_EXISTS', message, { cause: error });
}
