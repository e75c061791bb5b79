import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { oneLine } from '../shared/failures.ts';
import type { Engine } from './engine.ts';
import { type Attempt, failures } from './failures.ts';

/**
 * Checks a path before SQLite opens it, and says more precisely than SQLite why that would fail or lose
 * records.
 *
 * @throws {StoreError} when the file is missing and may not be created, is of the wrong kind or was cut
 * short, or when its folder cannot be written.
 */
export function checkFile(engine: Engine, path: string, create: boolean): void {
  // The dot refuses a file in place of the folder.
  checkAccess(path, `${dirname(path)}/.`, 'folder');
  const found = lookAt(path);
  if (found !== undefined && !found.isFile()) {
    throw failures.unsuitable('open', path, 'it is not a regular file; name a file');
  }
  if (found) checkAccess(path, path, 'file');
  const size = found?.size ?? 0;
  const logSize = sizeOf(logPathOf(path));
  if (size === 0) {
    if (logSize > 0) throw lostDatabase(path);
    if (create) return;
    const problem = found ? 'the file is empty' : 'the file does not exist';
    throw failures.unavailable('open', path, `${problem}; check the path`);
  }
  // A process that ended while it moved the log into the file leaves a short one.
  if (isCutShort(path, size) && !(logSize > 0 && isWhole(engine, path))) {
    const problem = 'the file was cut short; restore it from a backup, or choose another path';
    throw failures.unsuitable('open', path, problem);
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw failures.wrap('open', path, cause);
  }
}

function checkAccess(path: string, target: string, kind: 'folder' | 'file'): void {
  try {
    accessSync(target, constants.R_OK | constants.W_OK);
  } catch (cause) {
    const problem = accessProblem(cause, `the ${kind} ${JSON.stringify(resolve(target))}`);
    throw failures.unavailable('open', path, problem, { cause });
  }
}

function accessProblem(cause: unknown, target: string): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${target} does not exist; create it, or choose another path`;
    case 'EACCES':
      return `this user may not write to ${target}; check its permissions`;
    case 'EROFS':
      return `${target} is on a read-only file system; choose another path`;
    default:
      return oneLine(cause);
  }
}

/** SQLite would drop the records of such a log for a new database. */
function lostDatabase(path: string) {
  const problem = `its log ${JSON.stringify(logPathOf(path))} was left without its database; put that file back, or move the log away to begin without its records`;
  return failures.unsuitable('open', path, problem);
}

/** The write-ahead log lies beside the file itself, not beside a link to it. */
function logPathOf(path: string): string {
  try {
    return `${realpathSync(path)}-wal`;
  } catch {
    return `${path}-wal`;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The paths that stores of this process have open, each as often as it is open. */
const openPaths: string[] = [];

/** Notes that this process has a file open, until the returned function is called. */
export function occupy(path: string): () => void {
  openPaths.push(path);
  return () => openPaths.splice(openPaths.indexOf(path), 1);
}

/** Whether a file is shorter than its own header says (sqlite.org/fileformat2.html, section 1.3). */
function isCutShort(path: string, size: number): boolean {
  // Closing the file would release the locks of SQLite on it in this process.
  if (openPaths.includes(path)) return false;
  const header = Buffer.alloc(32);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, 32, 0);
  } finally {
    closeSync(file);
  }
  // SQLite refuses what is not a database.
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') return false;
  const pageSize = header.readUInt16BE(16);
  const pageCount = header.readUInt32BE(28);
  return size < (pageSize === 1 ? 65_536 : pageSize) * pageCount;
}

/**
 * Whether a file has all its pages, together with its log. The connection is a new one, which has read
 * nothing before, and cannot write, so that the log stays as it is.
 */
function isWhole(engine: Engine, path: string): boolean {
  const database = new engine.DatabaseSync(path, { readOnly: true });
  try {
    const row = database.prepare('PRAGMA quick_check(1)').get();
    return Object.values(row as object)[0] === 'ok';
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** How long single reads rely on a look at the file, in milliseconds. */
const freshness = 10;

/**
 * The file of an open database. SQLite goes on writing to it, and acknowledges the writes, after the file was
 * deleted, replaced or cut short: such writes are lost.
 */
export class OpenFile {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #device: number;
  readonly #inode: number;
  #size: number;
  /** The size to which the file was cut short. */
  #cutSize: number | undefined;
  /** When to look again before a single read, on the clock of `performance.now()`. */
  #due = 0;

  /** @throws {Error} when the file is missing. */
  constructor(engine: Engine, path: string) {
    const { dev, ino, size } = statSync(path);
    this.#engine = engine;
    this.#path = path;
    [this.#device, this.#inode, this.#size] = [dev, ino, size];
  }

  /**
   * Checks that the path still leads to the whole file.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` that says what happened. The store works again when the file is
   * back.
   */
  check(attempt: Attempt): void {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const problem = found ? this.#problemOf(found) : 'the file was deleted or moved away while it was open';
    if (problem) {
      const remedy = 'put it back, or stop the service and start it again';
      throw failures.unavailable(attempt, this.#path, `${problem}; ${remedy}`);
    }
  }

  /** The same before a single read, but at most once in some milliseconds. */
  checkRecent(): void {
    if (performance.now() < this.#due) return;
    this.check('read from');
    this.#due = performance.now() + freshness;
  }

  #problemOf({ dev, ino, size }: Stats): string | undefined {
    if (ino !== this.#inode || dev !== this.#device) {
      return 'another file took the place of the one that is open';
    }
    // VACUUM also makes a file smaller.
    if (size < this.#size && (size === 0 || size === this.#cutSize || !isWhole(this.#engine, this.#path))) {
      this.#cutSize = size;
      return 'the file was cut short while it was open';
    }
    this.#size = size;
    return undefined;
  }
}
