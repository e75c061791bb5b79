import { isStoreError } from '@location-records/core';
import { numberParameter, textParameter } from './columns.ts';
import type { OpenFile } from './database-file.ts';
import type { DatabaseSync, StatementSync } from './engine.ts';
import { failures, isBusy } from './failures.ts';
import { createAreaIndex } from './schema.ts';
import { blockWhileBusy, inTransaction } from './transaction.ts';
import { toPosted, type Write, type WriteResult } from './writer-messages.ts';

const [text, number] = [textParameter, numberParameter];
const isContent = `description IS ${text} AND latitude = ${number} AND longitude = ${number}`;

/** Commits batches of writes on the one connection that writes. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #file: OpenFile;
  readonly #statements: Readonly<Record<Write[0], StatementSync>>;

  /** Takes a database that has the table, and its file. */
  constructor(database: DatabaseSync, path: string, file: OpenFile) {
    this.#database = database;
    this.#path = path;
    this.#file = file;
    this.#statements = {
      put: database.prepare(`
        INSERT INTO locations (description, latitude, longitude, id)
        VALUES (${text}, ${number}, ${number}, ${text})
        ON CONFLICT (id) DO UPDATE SET
          description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
      `),
      replace: database.prepare(`
        UPDATE locations SET description = ${text}, latitude = ${number}, longitude = ${number}
        WHERE id = ${text}
      `),
      delete: database.prepare(`DELETE FROM locations WHERE id = ${text}`),
      create: database.prepare(`
        INSERT INTO locations (description, latitude, longitude, id)
        VALUES (${text}, ${number}, ${number}, ${text}) ON CONFLICT (id) DO NOTHING
      `),
      replaceIf: database.prepare(`
        UPDATE locations SET description = ${text}, latitude = ${number}, longitude = ${number}
        WHERE ${isContent} AND id = ${text}
      `),
      deleteIf: database.prepare(`DELETE FROM locations WHERE ${isContent} AND id = ${text}`),
    };
  }

  /**
   * Commits the writes in one transaction, with one fsync, and returns their results in order. If one fails,
   * each is committed separately, so that it fails alone.
   *
   * @throws {Error} if none took effect: the file was locked for longer than `timeout` ms, or was lost.
   */
  commit(writes: readonly Write[], timeout: number): readonly WriteResult[] {
    const deadline = performance.now() + timeout;
    try {
      return this.#transact(deadline, () => writes.map((write) => this.#run(write)));
    } catch (error) {
      if (isBusy(error) || isStoreError(error)) throw error;
      return writes.map((write) => this.#commitAlone(write, deadline));
    }
  }

  /** Counts the records. */
  count(): number {
    const { count } = this.#database.prepare('SELECT count(*) AS count FROM locations').get() as {
      readonly count: number;
    };
    return count;
  }

  /** Builds the index of area queries if it is missing. Waits up to `timeout` ms for another process. */
  index(timeout: number): void {
    this.#transact(performance.now() + timeout, () => createAreaIndex(this.#database));
  }

  /** Moves the log into the file, as far as other processes allow, and closes the connection. */
  close(): void {
    try {
      this.#file.check('write to');
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Records in the log are just as durable.
    }
    this.#database.close();
  }

  #transact<T>(deadline: number, act: () => T): T {
    blockWhileBusy(deadline, () => {
      this.#file.check('write to');
      this.#database.exec('BEGIN IMMEDIATE');
    });
    return inTransaction(this.#database, act);
  }

  #commitAlone(write: Write, deadline: number): WriteResult {
    try {
      return this.#transact(deadline, () => this.#run(write));
    } catch (error) {
      return toPosted(failures.wrap('write to', this.#path, error));
    }
  }

  #run([kind, id, ...location]: Write): boolean {
    const { changes } = this.#statements[kind].run(...location, id);
    if (kind === 'put' && Number(changes) === 0) {
      throw new Error('a trigger of its table ignored the write; remove that trigger');
    }
    return Number(changes) > 0;
  }
}
