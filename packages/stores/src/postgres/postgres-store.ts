import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  StoreError,
  type StoreGuarantees,
} from '@location-records/core';
import type { Answer } from './connection.ts';
import type { Connections } from './connections.ts';
import { Deadline } from './deadline.ts';
import { ListCursor } from './list-cursor.ts';
import { RecordReader } from './record-reader.ts';
import { rowLocation } from './row.ts';
import { type RunnerParts, StatementRunner } from './statement-runner.ts';
import type { Statement, Statements } from './statements.ts';
import { sentence, storeFailure } from './store-failure.ts';
import { encodeText } from './text.ts';

/** What a {@link PostgresStore} works with, and lets go of in the end. */
export interface PostgresParts extends RunnerParts {
  readonly lists: Connections;
  readonly statements: Statements;
}

/** The store over a table that is there. */
export class PostgresStore implements LocationStore {
  readonly guarantees: StoreGuarantees = Object.freeze({
    durable: true,
    shared: true,
    snapshot: true,
    listOrder: 'id-bytes',
  });
  readonly #parts: PostgresParts;
  readonly #runner: StatementRunner;
  readonly #reader: RecordReader;
  readonly #lists = new Set<ListCursor>();
  /** Of the steps of lists that are under way. */
  readonly #deadlines = new Set<Deadline>();
  #closed: Promise<void> | undefined;

  constructor(parts: PostgresParts) {
    this.#parts = parts;
    this.#runner = new StatementRunner(parts);
    this.#reader = new RecordReader(this.#runner, parts.statements, Math.ceil(parts.records.most / 2));
  }

  async get(id: string): Promise<Location | undefined> {
    this.#checkOpen();
    checkIdentifier(id);
    const row = await this.#reader.get(id);
    return row && rowLocation(this.#parts.place, id, row);
  }

  async put(id: string, location: Location): Promise<void> {
    const { count } = await this.#write(this.#parts.statements.put, id, location);
    // It would be acknowledged, and lost.
    if (count !== 1) {
      const problem = 'a trigger or a rule of its table kept the record out; remove it';
      throw new StoreError('STORE_UNSUITABLE', sentence('write to', this.#parts.place, problem));
    }
  }

  async replace(id: string, location: Location): Promise<boolean> {
    const { count } = await this.#write(this.#parts.statements.replace, id, location);
    return count > 0;
  }

  async delete(id: string): Promise<void> {
    this.#checkOpen();
    checkIdentifier(id);
    await this.#runner.run('write to', { ...this.#parts.statements.delete, values: [encodeText(id)] });
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.#checkOpen();
    const { lists, place, timeout, statements } = this.#parts;
    const cursor = new ListCursor({ lists, list: statements.list, place, timeout });
    this.#lists.add(cursor);
    try {
      do {
        const batch = await this.#read((deadline) => cursor.readBatch(deadline));
        if (batch.length > 0) yield batch;
        this.#checkOpen();
      } while (!cursor.hasEnded);
    } finally {
      await cursor.end();
      this.#lists.delete(cursor);
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { records, lists } = this.#parts;
    for (const deadline of this.#deadlines) deadline.giveUp(closedError());
    for (const cursor of this.#lists) cursor.destroy();
    await this.#runner.idle();
    await records.close();
    await lists.close();
  }

  async #write(statement: Statement, id: string, location: Location): Promise<Answer> {
    this.#checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    const { description, coordinates } = location;
    const text = description === undefined ? null : encodeText(description);
    const values = [encodeText(id), text, coordinates.latitude, coordinates.longitude];
    return this.#runner.run('write to', { ...statement, values });
  }

  /** A step of a list, which closing breaks off. */
  async #read<T>(step: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#parts.timeout);
    this.#deadlines.add(deadline);
    try {
      return await step(deadline);
    } catch (error) {
      throw storeFailure('read from', this.#parts.place, error);
    } finally {
      this.#deadlines.delete(deadline);
      deadline.end();
    }
  }

  #checkOpen(): void {
    if (this.#closed) throw closedError();
  }
}

function closedError(): StoreError {
  return new StoreError('STORE_CLOSED', 'The PostgreSQL store is closed.');
}
