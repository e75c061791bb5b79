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
import type { FileSettings } from './options.ts';

/**
 * Checks a path before SQLite opens it, to say more precisely than SQLite why that would fail or lose
 * records. Creates a missing file if that is wanted, for its owner alone.
 *
 * @throws {StoreError} if the file is missing and must not be created, is not a regular file or was cut
 * short, or if it or its folder cannot be read, or written unless `readOnly`.
 */
export function checkFile(
  engine: Engine,
  { path, create, readOnly }: Pick<FileSettings, 'path' | 'create' | 'readOnly'>,
): void {
  const needed = readOnly ? 'read' : 'write to';
  // With the dot, a file in place of the folder fails.
  checkAccess(path, `${dirname(path)}/.`, 'folder', readOnly ? 'find' : needed);
  const found = lookAt(path);
  if (found !== undefined && !found.isFile()) {
    throw failures.unsuitable('open', path, 'it is not a regular file; name a file');
  }
  if (found) checkAccess(path, path, 'file', needed);
  // In this order: another process may be moving its log into the file, and removes it when the file is whole.
  const length = found && found.size > 0 ? lengthInHeader(path) : 0;
  const logSize = sizeOf(logPathOf(path));
  const size = sizeOf(path);
  if (size === 0) {
    if (logSize > 0) throw lostDatabase(path);
    if (create) {
      if (!found) createPrivate(path);
      return;
    }
    const problem = found ? 'the file is empty' : 'the file does not exist';
    throw failures.unavailable('open', path, `${problem}; check the path`);
  }
  // A process that ends while moving the log into the file leaves a short file.
  if (size < length && !(logSize > 0 && isWhole(engine, path))) {
    const problem = 'the file was cut short; restore it from a backup, or choose another path';
    throw failures.unsuitable('open', path, problem);
  }
}

/**
 * Creates a file that its owner alone can read and write. SQLite gives its log the same permissions, and has
 * the words for what goes wrong.
 */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {}
}

function lookAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    throw failures.wrap('open', path, cause);
  }
}

/** The access that opening needs, as a verb, and its flags. */
const accessModes = {
  // SQLite needs not list the folder.
  find: constants.X_OK,
  read: constants.R_OK,
  'write to': constants.R_OK | constants.W_OK,
};

type Access = keyof typeof accessModes;

function checkAccess(path: string, target: string, kind: 'folder' | 'file', needed: Access): void {
  try {
    accessSync(target, accessModes[needed]);
  } catch (cause) {
    const verb = needed === 'find' ? 'read' : needed;
    const problem = accessProblem(cause, `the ${kind} ${JSON.stringify(resolve(target))}`, verb);
    throw failures.unavailable('open', path, problem, { cause });
  }
}

function accessProblem(cause: unknown, target: string, verb: string): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `${target} does not exist; create it, or choose another path`;
    case 'EACCES':
      return `this user may not ${verb} ${target}; check its permissions`;
    case 'EROFS':
      return `${target} is on a read-only file system; choose another path`;
    default:
      return oneLine(cause);
  }
}

/** Creates the error for a log without its database: SQLite would drop its records. */
function lostDatabase(path: string) {
  const problem = `its log ${JSON.stringify(logPathOf(path))} was left without its database; put that file back, or move the log away to begin without its records`;
  return failures.unsuitable('open', path, problem);
}

/** Returns the path of the write-ahead log. */
export function logPathOf(path: string): string {
  return `${fileOf(path)}-wal`;
}

/** Returns the path that a link leads to: SQLite has its other files next to the file. */
export function fileOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The paths that stores of this process have open, with repeats. */
const openPaths: string[] = [];

/** Marks a file as open in this process until the returned function is called. */
export function occupy(path: string): () => void {
  openPaths.push(path);
  return () => openPaths.splice(openPaths.indexOf(path), 1);
}

/** Returns how long a file is by its header (sqlite.org/fileformat2.html, section 1.3), or 0. */
function lengthInHeader(path: string): number {
  // Closing the file would release the locks of SQLite on it in this process.
  if (openPaths.includes(path)) return 0;
  const header = Buffer.alloc(32);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, 32, 0);
  } finally {
    closeSync(file);
  }
  // SQLite refuses what is not a database.
  if (header.toString('latin1', 0, 15) !== 'SQLite format 3') return 0;
  const pageSize = header.readUInt16BE(16);
  const pageCount = header.readUInt32BE(28);
  return (pageSize === 1 ? 65_536 : pageSize) * pageCount;
}

/**
 * Returns whether a file with its log has all pages. Uses a new connection, which has nothing cached and
 * cannot write, so that the log stays as it is.
 */
function isWhole(engine: Engine, path: string): boolean {
  const database = new engine.DatabaseSync(path, { readOnly: true });
  try {
    // The last process to close the file locks it while it moves the log.
    database.exec('PRAGMA busy_timeout = 1000');
    const row = database.prepare('PRAGMA quick_check(1)').get();
    return Object.values(row as object)[0] === 'ok';
  } catch {
    return false;
  } finally {
    database.close();
  }
}

/** How long single reads rely on the last check of the file, in milliseconds. */
const freshness = 10;

/**
 * The file of an open database. After it was deleted, replaced or cut short, SQLite would go on acknowledging
 * writes, which would be lost.
 */
export class OpenFile {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #device: number;
  readonly #inode: number;
  #size: number;
  /** The size to which the file was cut. */
  #cutSize: number | undefined;
  /** When to check again before a single read, by `performance.now()`. */
  #due = 0;

  /** @throws {Error} if the file is missing. */
  constructor(engine: Engine, path: string) {
    const { dev, ino, size } = statSync(path);
    this.#engine = engine;
    this.#path = path;
    [this.#device, this.#inode, this.#size] = [dev, ino, size];
  }

  /**
   * Checks that the path still leads to the same, whole file.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` with what happened. The store works again when the file is back.
   */
  check(attempt: Attempt): void {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    const problem = found ? this.#problemOf(found) : 'the file was deleted or moved away while it was open';
    if (problem) {
      const remedy = 'put it back, or stop the service and start it again';
      throw failures.unavailable(attempt, this.#path, `${problem}; ${remedy}`);
    }
  }

  /** Checks before a single read, at most once every few milliseconds. */
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
