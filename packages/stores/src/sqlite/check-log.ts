import { closeSync, openSync, readSync, realpathSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { behindLinks } from './check-path.ts';
import { type DatabaseSync, type Engine, openReadOnly } from './engine.ts';
import { failures, resultOf, results } from './failures.ts';
import { logPathOf, logSizeAt } from './open-files.ts';

/** The page that holds this byte is never written: SQLite locks it. */
const lockedByte = 2 ** 30;

/** The length of a database, including its log. */
type Extent = Pick<LogContent, 'pageSize' | 'pageCount'>;

/**
 * Refuses a database that was cut short. SQLite notices that only without a log and when a whole page is
 * missing. It fills every other gap with zeros: records change, and later writes are lost.
 *
 * Call it without `database` before a connection is opened, for a file with a log: the last connection to
 * close moves the log into the file. Call it with the connection once it can read, for a last page that is
 * there in part.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when a page is neither in the file nor in the log.
 */
export function checkLength(path: string, database?: DatabaseSync): void {
  // Twice, because another process may be moving its log into the file.
  if (isWhole(path, database) || isWhole(path, database)) return;
  const logPath = JSON.stringify(logPathOf(realpathSync(path)));
  const problem = database
    ? 'the file was cut short; restore it from a backup, or choose another path'
    : `the file was cut short, or its log ${logPath} is that of another file; restore the file from a backup and move that log away, or choose another path`;
  throw failures.unsuitable('open', path, problem);
}

function isWhole(path: string, database: DatabaseSync | undefined): boolean {
  const known = database && extentOf(database);
  // Avoids reading the log, which may be long.
  if (known && statSync(path).size >= known.pageSize * known.pageCount) return true;
  const log = logContentOf(path);
  const extent = known ?? log;
  if (extent === undefined) return true;
  const { pageSize, pageCount } = extent;
  const locked = lockedByte / pageSize + 1;
  for (let page = Math.floor(statSync(path).size / pageSize) + 1; page <= pageCount; page++) {
    if (!log?.pages.has(page) && page !== locked) return false;
  }
  return true;
}

function extentOf(database: DatabaseSync): Extent {
  const sql =
    'SELECT page_size AS pageSize, page_count AS pageCount FROM pragma_page_size, pragma_page_count';
  return database.prepare(sql).get() as Extent;
}

function logContentOf(path: string): LogContent | undefined {
  const log = openLog(path);
  if (log === undefined) return undefined;
  try {
    return readLog(log);
  } finally {
    closeSync(log);
  }
}

function openLog(path: string): number | undefined {
  try {
    return openSync(logPathOf(realpathSync(path)), 'r');
  } catch {
    // There is no log or no file, or SQLite will report what is wrong with it.
    return undefined;
  }
}

/** Databases up to this many bytes are checked as a whole, which takes a fraction of a second. */
const maxChecked = 67_108_864;

/**
 * Refuses a database that does not fit the log beside it, as after restoring a backup beside the earlier log.
 * A log does not name its database, so SQLite checks the content of both together, up to a size.
 *
 * The connection cannot write: closing another one would move the log into the file.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export function checkLogBelongs(engine: Engine, path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined || found.size === 0) return;
  const logPath = logPathOf(realpathSync(path));
  const logSize = logSizeAt(logPath);
  if (logSize === 0 || found.size + logSize > maxChecked || fits(engine, path)) return;
  const problem = `the file and its log ${JSON.stringify(logPath)} do not belong together, or are damaged; if the file was restored from a backup, move that log away, otherwise restore both`;
  throw failures.unsuitable('open', path, problem);
}

function fits(engine: Engine, path: string): boolean {
  const database = openReadOnly(engine, path);
  try {
    const row = database.prepare('PRAGMA quick_check(1)').get() as { readonly quick_check: string };
    return row.quick_check === 'ok';
  } catch (error) {
    // Opening the database reports any other error.
    return resultOf(error) !== results.corrupt;
  } finally {
    database.close();
  }
}

/** The content of a write-ahead log. */
interface LogContent {
  /** In bytes. */
  readonly pageSize: number;
  /** How many pages the database has after the last transaction in the log. */
  readonly pageCount: number;
  /** The numbers of the pages in the log, from 1 on. */
  readonly pages: ReadonlySet<number>;
}

/** Bytes before the first page, and before each page (sqlite.org/fileformat2.html, section 4.1). */
const headLength = 32;
const frameHeadLength = 24;
/** Its last bit is the byte order of the checksums. */
const magic = 0x377f0682;

type Checksum = readonly [number, number];

/** Reads an open log as far as SQLite would. `undefined` without a whole transaction. */
function readLog(file: number): LogContent | undefined {
  const head = readAt(file, 0, headLength);
  if (head === undefined || (head.getUint32(0) | 1) !== (magic | 1)) return undefined;
  const isLittleEndian = head.getUint32(0) === magic;
  const pageSize = head.getUint32(8);
  let sum = addTo([0, 0], head, 0, 24, isLittleEndian);
  if (!isAt(head, 24, sum)) return undefined;

  const salt: Checksum = [head.getUint32(16), head.getUint32(20)];
  const pages = new Set<number>();
  let unfinished: number[] = [];
  let pageCount = 0;
  const frameLength = frameHeadLength + pageSize;
  for (let position = headLength; ; position += frameLength) {
    const frame = readAt(file, position, frameLength);
    // The rest is from an earlier use of the log, or was being written when its process ended.
    if (frame === undefined || !isAt(frame, 8, salt)) break;
    sum = addTo(addTo(sum, frame, 0, 8, isLittleEndian), frame, frameHeadLength, frameLength, isLittleEndian);
    if (!isAt(frame, 16, sum)) break;
    unfinished.push(frame.getUint32(0));
    const committed = frame.getUint32(4);
    if (committed === 0) continue;
    pageCount = committed;
    for (const page of unfinished) pages.add(page);
    unfinished = [];
  }
  return pageCount === 0 ? undefined : { pageSize, pageCount, pages };
}

function addTo(
  [first, second]: Checksum,
  bytes: DataView,
  from: number,
  to: number,
  isLittleEndian: boolean,
) {
  let [a, b] = [first, second];
  for (let at = from; at < to; at += 8) {
    a = (a + bytes.getUint32(at, isLittleEndian) + b) >>> 0;
    b = (b + bytes.getUint32(at + 4, isLittleEndian) + a) >>> 0;
  }
  return [a, b] as const;
}

function isAt(bytes: DataView, at: number, [first, second]: Checksum): boolean {
  return bytes.getUint32(at) === first && bytes.getUint32(at + 4) === second;
}

/** `undefined` where the file has ended. */
function readAt(file: number, position: number, length: number): DataView | undefined {
  const bytes = new DataView(new ArrayBuffer(length));
  return readSync(file, bytes, 0, length, position) === length ? bytes : undefined;
}

/**
 * Refuses a log without its database: SQLite would drop its records for a new database.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` that names the log.
 */
export async function checkLogHasDatabase(path: string): Promise<void> {
  const logPath = logPathOf(await behindLinks(path));
  // The log first: a process that creates a database writes to the file before there is a log.
  if ((await sizeOf(logPath)) === 0 || (await sizeOf(path)) > 0) return;
  const problem = `the log ${JSON.stringify(logPath)} was left without its database, which is missing or empty; put that file back, choose another path, or move the log away to begin without its records`;
  throw failures.unsuitable('open', path, problem);
}

/** The size in bytes, 0 without a file. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.size ?? 0;
}
