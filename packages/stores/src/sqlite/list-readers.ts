import type { LocationRecord, StoreError } from '@location-records/core';
import { BatchSize, batchLength, isAscending } from '../shared/batches.ts';
import {
  bindText,
  integerParameter,
  isDoubtfulRow,
  type RecordRow,
  recordColumns,
  rowLength,
  rowRecord,
  type TextColumn,
  textParameter,
} from './columns.ts';
import { type DatabaseSync, type Engine, openForReading, prepareRows, type RowStatement } from './engine.ts';
import { failures } from './failures.ts';
import { textColumns } from './long-descriptions.ts';
import type { FileWatch } from './open-files.ts';

/** A list reads the table once, so a large cache would only cost memory. */
const cacheKiB = 256;
const idleLimit = 4;

/**
 * The connections of lists: one for each open list, and a few idle ones for the next lists. Open lists have
 * no limit, or a few stalled readers could keep all others waiting.
 */
export class ListReaders {
  readonly #engine: Engine;
  readonly #path: string;
  readonly #watch: FileWatch;
  readonly #idle: ListReader[] = [];
  /** The oldest first. */
  readonly #used = new Set<ListReader>();

  constructor(engine: Engine, path: string, watch: FileWatch) {
    this.#engine = engine;
    this.#path = path;
    this.#watch = watch;
  }

  /** How many lists are open. */
  get openLists(): number {
    return this.#used.size;
  }

  /**
   * Begins a list on a connection, which belongs to the caller until it is released.
   *
   * @throws {StoreError} `STORE_UNAVAILABLE` when the file was deleted or replaced.
   */
  take(): ListReader {
    this.#watch.check();
    const reader = this.#idle.pop() ?? this.#open();
    try {
      reader.begin();
    } catch (error) {
      reader.close();
      throw error;
    }
    this.#used.add(reader);
    return reader;
  }

  /** Takes a connection back, and closes it when it cannot end its list or is one too many. */
  release(reader: ListReader): void {
    // After `close` or after it was broken off, the list is closed already.
    if (!this.#used.delete(reader)) return;
    try {
      reader.end();
      if (this.#idle.length < idleLimit) this.#idle.push(reader);
      else reader.close();
    } catch {
      reader.close();
    }
  }

  /** Breaks off the `count` oldest lists. Each releases its snapshot at once. */
  breakOff(count: number, failure: StoreError): void {
    for (const reader of [...this.#used].slice(0, count)) {
      this.#used.delete(reader);
      reader.breakOff(failure);
    }
  }

  /** Closes all connections, also of open lists. */
  close(): void {
    // A list that keeps its snapshot would keep the log from being moved, where the engine closes late.
    for (const reader of this.#used) this.release(reader);
    for (const reader of this.#idle) reader.close();
    this.#idle.length = 0;
  }

  #open(): ListReader {
    const database = openForReading(this.#engine, this.#path, cacheKiB);
    try {
      const reader = new ListReader(database, this.#path);
      // Once more, now that all files are open: one may have been replaced a moment ago.
      this.#watch.check();
      return reader;
    } catch (error) {
      database.close();
      throw error;
    }
  }
}

/** Rows after which a batch ends, however few characters they have. */
const maxRows = 256;

/**
 * The rows that are read at once. They are few, since the first rows of a list may be very long, and so may rows behind
 * shorter ones. Reading one by one would take twice as long.
 */
function firstPieceSize(): BatchSize {
  return new BatchSize(4, 32);
}

/** A reading connection for one list at a time, which sees the records of one moment. */
export class ListReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #next: RowStatement<RecordRow>;
  readonly #nextBytes: RowStatement<RecordRow>;
  #pieceSize = firstPieceSize();
  #last = '';
  #ended = false;
  #failure: StoreError | undefined;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    // The name of the table makes ORDER BY use the column and not its alias, which SQLite would sort.
    const prepare = (text: TextColumn) =>
      prepareRows<RecordRow>(
        database,
        `SELECT ${recordColumns(text)} FROM locations
        WHERE locations.id > ${textParameter} ORDER BY locations.id LIMIT ${integerParameter}`,
      );
    const { text, bytes } = textColumns(database);
    this.#next = prepare(text);
    this.#nextBytes = prepare(bytes);
  }

  /** Whether the list has no more records. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Begins a list. Its first batch fixes the snapshot. */
  begin(): void {
    this.#last = '';
    this.#ended = false;
    this.#pieceSize = firstPieceSize();
    this.#database.exec('BEGIN');
  }

  /**
   * The next records, ascending by the bytes of their identifiers.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` when they do not: the pages of the file do not belong together.
   * @throws {StoreError} `STORE_UNAVAILABLE` when the list was broken off.
   */
  readBatch(): LocationRecord[] {
    this.check();
    const batch: LocationRecord[] = [];
    let characters = 0;
    while (!this.#ended && batch.length < maxRows && characters < batchLength) {
      const piece = this.#readPiece(maxRows - batch.length);
      batch.push(...piece.records);
      characters += piece.characters;
    }
    return batch;
  }

  #readPiece(max: number): { readonly records: readonly LocationRecord[]; readonly characters: number } {
    const count = Math.min(this.#pieceSize.rows, max);
    const values = [bindText(this.#last), count];
    const rows = this.#next.all(...values);
    const sure = rows.some(isDoubtfulRow) ? this.#nextBytes.all(...values) : rows;
    const records = sure.map((row) => rowRecord(this.#path, row));
    if (!isAscending(this.#last, records)) {
      const problem =
        'its records are not in the order of their identifiers, so the file is damaged, or was overwritten while it was open; restore it from a backup';
      throw failures.unsuitable('read from', this.#path, problem);
    }
    this.#ended = rows.length < count;
    this.#last = records.at(-1)?.[0] ?? this.#last;
    const characters = rows.reduce((sum, row) => sum + rowLength(row), 0);
    this.#pieceSize.learn(rows.length, characters);
    return { records, characters };
  }

  /** @throws {StoreError} `STORE_UNAVAILABLE` when the list was broken off before its last batch. */
  check(): void {
    if (this.#failure && !this.#ended) throw this.#failure;
  }

  /** Ends the list and releases its snapshot. */
  end(): void {
    this.#database.exec('ROLLBACK');
  }

  /** Ends the list and the connection at once, also between two batches. The next call fails. */
  breakOff(failure: StoreError): void {
    this.#failure = failure;
    try {
      // Before it is closed, as some engines close their connections late.
      this.end();
    } catch {
      // Closing the connection ends the list, too.
    }
    this.close();
  }

  close(): void {
    this.#database.close();
  }
}
