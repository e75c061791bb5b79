import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoreError } from '@location-records/core';
import { AreaReader } from './area-reader.ts';
import { fileOf, logPathOf, OpenFile, occupy } from './database-file.ts';
import type { DatabaseSync, Engine } from './engine.ts';
import { failures } from './failures.ts';
import type { FileSettings } from './options.ts';
import { RecordReader } from './record-reader.ts';

/** A connection that reads. */
interface Connection {
  readonly database: DatabaseSync;
  /** The state of a file that SQLite reads as one that nobody writes, without locks. */
  readonly unchanged?: string;
}

/** The connection of a store that reads, on this thread, and its statements. */
export class Reader {
  readonly file: OpenFile;
  readonly #engine: Engine;
  readonly #settings: FileSettings;
  readonly #release: () => void;
  #connection: Connection;
  #records: RecordReader | undefined;
  #areas: AreaReader | undefined;

  constructor(engine: Engine, settings: FileSettings) {
    this.#engine = engine;
    this.#settings = settings;
    this.#connection = connect(engine, settings);
    this.#release = occupy(settings.path);
    this.file = new OpenFile(engine, settings.path);
  }

  get database(): DatabaseSync {
    return this.#connection.database;
  }

  /**
   * Returns what reads records, after a check of the file.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` if the file was lost.
   */
  records(isSingle: boolean): RecordReader {
    if (isSingle) this.file.checkRecent();
    else this.file.check('read from');
    this.#follow();
    this.#records ??= new RecordReader(this.database, this.#settings.path);
    return this.#records;
  }

  /** Returns what reads areas, after the same check. */
  areas(): AreaReader {
    this.file.check('read from');
    this.#follow();
    this.#areas ??= new AreaReader(this.database, this.#settings.path);
    return this.#areas;
  }

  close(): void {
    this.#release();
    this.database.close();
  }

  /** Connects again if somebody writes to a file that nobody wrote. */
  #follow(): void {
    const { unchanged } = this.#connection;
    if (unchanged === undefined || unchanged === stateOf(this.#settings.path)) return;
    const connection = connect(this.#engine, this.#settings);
    this.database.close();
    this.#connection = connection;
    this.#records = undefined;
    this.#areas = undefined;
  }
}

/**
 * Connects to read. Whoever may write connects as a writer does, without the right to change anything: only
 * such a connection removes the log when it is the last one.
 *
 * With a write-ahead log SQLite needs the files `-wal` and `-shm` (sqlite.org/wal.html#read_only_databases). A
 * user who can neither find nor create them reads the file as immutable, for as long as it has no log.
 */
function connect(engine: Engine, { path, readOnly, busyTimeout }: FileSettings): Connection {
  const prepare = (database: DatabaseSync) => {
    try {
      // A write-ahead log locks readers out only while it is recovered after a crash.
      database.exec(`PRAGMA query_only = ON; PRAGMA busy_timeout = ${busyTimeout}`);
      database.prepare('SELECT 1 FROM sqlite_schema').get();
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  };
  if (!readOnly || mayWrite(path)) return { database: prepare(new engine.DatabaseSync(path)) };
  const unchanged = stateOf(path);
  try {
    return { database: prepare(new engine.DatabaseSync(path, { readOnly: true })) };
  } catch (error) {
    if (unchanged === undefined) throw existsSync(`${fileOf(path)}-shm`) ? error : needsRecovery(path);
    const immutable = `${pathToFileURL(path).href}?immutable=1`;
    return { database: prepare(new engine.DatabaseSync(immutable, { readOnly: true })), unchanged };
  }
}

/** Creates the error for the log of a process that ended early, in a folder that this user may not write to. */
function needsRecovery(path: string): StoreError {
  const problem =
    'a process that was writing to it ended early, and its log must be recovered; open it once as a user who may write to it';
  return failures.unavailable('open', path, problem);
}

function mayWrite(path: string): boolean {
  try {
    for (const target of [path, `${dirname(path)}/.`]) accessSync(target, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns text that differs after each write to a file; `undefined` if it has a log. */
function stateOf(path: string): string | undefined {
  if (existsSync(logPathOf(path))) return undefined;
  const { ino, size, mtimeMs } = statSync(path);
  return `${ino} ${size} ${mtimeMs}`;
}
