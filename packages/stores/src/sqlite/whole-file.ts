import { link, lstat, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { OptionError, StoreError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkFile, occupy } from './database-file.ts';
import { loadEngine } from './engine.ts';
import { failures } from './failures.ts';
import type { FileTask, TaskReply, TaskResult } from './file-tasks.ts';
import { startThread } from './start-thread.ts';
import { fromPosted } from './writer-messages.ts';

/** Options of {@link checkSqliteFile}. */
export interface SqliteFileOptions {
  /** The database file. It is not written, and may be in use. */
  readonly path: string;
  /**
   * Aborts. The promise still settles only when SQLite has ended, which can take as long as reading the file.
   * @default none
   */
  readonly signal?: AbortSignal | undefined;
}

/** Options of {@link backupSqliteFile}. */
export interface SqliteBackupOptions extends SqliteFileOptions {
  /** The new file, in a folder that exists. */
  readonly to: string;
  /**
   * Whether the new file may take the place of another.
   * @default false
   */
  readonly replace?: boolean | undefined;
  /**
   * Called now and then with the part that is written, from 0 to 1.
   * @default none
   */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** What a backup holds. */
export interface SqliteBackup {
  readonly records: number;
  /** The size of the file. */
  readonly bytes: number;
}

/** How long a task waits for a process that locks the file, in milliseconds. */
const busyTimeout = 5000;

/**
 * Writes all that is in the file of a store at one moment to a new file, while stores read and write it
 * (`VACUUM INTO`). The new file is a store too. It can be read by its owner alone, and gets its name when all
 * of it is on the disk.
 *
 * @example
 * await backupSqliteFile({ path: './locations.db', to: './backup.db' });
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) if the file cannot be read, is damaged, or is not a store.
 * @throws the error of Node.js (as a rejection) if the new file cannot be written: `EEXIST` if it exists.
 * @throws the reason of the signal (as a rejection).
 */
export async function backupSqliteFile(options: SqliteBackupOptions): Promise<SqliteBackup> {
  const names = ['path', 'to', 'replace', 'onProgress', 'signal'] as const;
  const { path, to, replace = false, onProgress = () => {}, signal } = checkOptionNames(options, names);
  checkPaths({ path, to });
  checkOptionTypes('boolean', { replace });
  checkOptionTypes('function', { onProgress });
  checkOptionTypes('signal', { signal });
  const target = resolve(to);
  await checkTarget(target, replace);
  signal?.throwIfAborted();
  // A folder, since SQLite has a journal beside the file.
  const folder = await mkdtemp(join(dirname(target), '.location-records-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  // SQLite cannot be stopped, but nothing is left even if the process ends before it does.
  const onAbort = () => void remove().catch(() => {});
  signal?.addEventListener('abort', onAbort);
  const written = join(folder, 'backup.db');
  const progress = follow(path, written, onProgress);
  try {
    signal?.throwIfAborted();
    const { records } = await inThread({ kind: 'back up', path: resolve(path), to: written, busyTimeout });
    signal?.throwIfAborted();
    const bytes = await makeDurable(written);
    await checkTarget(target, replace);
    await (replace ? rename(written, target) : linkOrRename(written, target));
    await syncFolder(dirname(target));
    return { records, bytes };
  } finally {
    clearInterval(progress);
    signal?.removeEventListener('abort', onAbort);
    await remove();
  }
}

/**
 * Lets SQLite check the whole file of a store, its indexes included, while stores read and write it. Resolves
 * to the problems, in the words of SQLite: at most 100.
 *
 * @throws {OptionError} (as a rejection) if an option cannot work or is unknown.
 * @throws {StoreError} (as a rejection) if the file cannot be opened, or is not a store.
 * @throws the reason of the signal (as a rejection).
 */
export async function checkSqliteFile(options: SqliteFileOptions): Promise<readonly string[]> {
  const { path, signal } = checkOptionNames(options, ['path', 'signal'] as const);
  checkPaths({ path });
  checkOptionTypes('signal', { signal });
  signal?.throwIfAborted();
  const { problems } = await inThread({ kind: 'check', path: resolve(path), busyTimeout });
  signal?.throwIfAborted();
  return problems;
}

function checkPaths(paths: Readonly<Record<string, unknown>>): void {
  for (const [name, path] of Object.entries(paths)) {
    if (typeof path !== 'string' || path === '' || path.includes('\0') || path.startsWith(':memory:')) {
      throw new OptionError(name, 'the path of a file');
    }
  }
}

/** Refuses a name that is taken, or beside which a log would become a part of the new file. */
async function checkTarget(target: string, replace: boolean): Promise<void> {
  const others = [...(replace ? [] : [target]), `${target}-wal`, `${target}-journal`];
  for (const other of others) {
    const found = await lstat(other).catch(() => undefined);
    if (found && (other === target || found.size > 0)) throw taken(other);
  }
  const replaced = await lstat(target).catch(() => undefined);
  // Never a device or a pipe, such as /dev/null.
  if (replaced && !replaced.isFile() && !replaced.isSymbolicLink()) {
    throw Object.assign(new Error(`${target} is not a regular file`), { code: 'EINVAL', path: target });
  }
}

function taken(path: string): Error {
  return Object.assign(new Error(`${path} exists`), { code: 'EEXIST', path });
}

/** File systems without hard links, such as those of USB sticks. */
const withoutLinks: ReadonlySet<unknown> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/** Renames a file, unless the name is taken: a service may just have started and created its database. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!withoutLinks.has((error as NodeJS.ErrnoException).code)) throw error;
    await rename(from, to);
  }
}

/** Lets its owner alone read a file, flushes it, and resolves to its size. */
async function makeDurable(path: string): Promise<number> {
  const file = await open(path, 'r+');
  try {
    await file.chmod(0o600);
    await file.sync();
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** Flushes a folder, so that a new name in it survives a power cut, where the file system can. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path).catch(() => undefined);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

/** How often progress is reported, in milliseconds. */
const interval = 100;

function follow(path: string, written: string, onProgress: (share: number) => void): NodeJS.Timeout {
  const look = async () => {
    const [whole, { size }] = await Promise.all([stat(path), stat(written)]);
    onProgress(whole.size === 0 ? 0 : Math.min(1, size / whole.size));
  };
  return setInterval(() => look().catch(() => {}), interval);
}

/** Carries out a task in a thread. */
async function inThread(task: FileTask): Promise<TaskResult> {
  const { kind, path } = task;
  checkFile(await loadEngine(), { path, create: false, readOnly: true });
  const release = occupy(path);
  const thread = startThread(task);
  try {
    const reply = await new Promise<TaskReply>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error('the thread has ended')));
    });
    if ('error' in reply) throw fromPosted(reply.error);
    return reply.result;
  } catch (error) {
    throw error instanceof StoreError ? error : failures.wrap(kind, path, error);
  } finally {
    release();
  }
}
