import {
  checkIdentifier,
  checkLocation,
  type Location,
  type LocationRecord,
  type LocationStore,
  type StoreGuarantees,
} from '@location-records/core';
import { rowLocation } from './columns.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Deadline } from './deadline.ts';
import { failures } from './failures.ts';
import { ListCursor } from './list-cursor.ts';
import { RecordReader } from './record-reader.ts';
import { RecordWriter } from './record-writer.ts';
import { type RunnerParts, StatementRunner } from './statement-runner.ts';
import type { Statements } from './statements.ts';

/** What a {@link PostgresStore} works with, and releases in the end. */
export interface PostgresParts extends RunnerParts {
  readonly lists: ConnectionPool;
  readonly statements: Statements;
}

/** What every store promises. */
export const postgresGuarantees = Object.freeze({
  durable: true,
  shared: true,
  listOrder: 'id-bytes',
} as const);

/** The store over an existing table. */
export class PostgresStore implements LocationStore {
  readonly guarantees: StoreGuarantees = postgresGuarantees;
  readonly #parts: PostgresParts;
  /** Runs single statements. */
  protected readonly runner: StatementRunner;
  readonly #reader: RecordReader;
  readonly #writer: RecordWriter;
  readonly #lists = new Set<ListCursor>();
  /** The deadlines of the list steps under way. */
  readonly #deadlines = new Set<Deadline>();
  #closed: Promise<void> | undefined;

  constructor(parts: PostgresParts) {
    this.#parts = parts;
    this.runner = new StatementRunner(parts);
    this.#reader = new RecordReader(this.runner, parts.statements, parts.records.max);
    this.#writer = new RecordWriter(this.runner, parts.statements, parts.records.max);
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    const row = await this.#reader.get(id);
    return row && rowLocation(this.#parts.endpoint, id, row);
  }

  async put(id: string, location: Location): Promise<void> {
    this.#check(id, location);
    // The write would be acknowledged and lost.
    if (!(await this.#writer.put(id, location))) {
      const problem = 'a trigger or a rule of its table kept the record out; remove it';
      throw failures.unsuitable('write to', this.#parts.endpoint, problem);
    }
  }

  async replace(id: string, location: Location): Promise<boolean> {
    this.#check(id, location);
    return this.#writer.replace(id, location);
  }

  async delete(id: string): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    await this.#writer.delete(id);
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    this.checkOpen();
    const { lists, endpoint, timeout, statements } = this.#parts;
    const cursor = new ListCursor({ lists, list: statements.list, endpoint, timeout });
    this.#lists.add(cursor);
    try {
      do {
        const batch = await this.#read((deadline) => cursor.readBatch(deadline));
        if (batch.length > 0) yield batch;
        this.checkOpen();
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
    for (const deadline of this.#deadlines) deadline.giveUp(failures.closed());
    for (const cursor of this.#lists) cursor.destroy();
    await Promise.all([this.#reader.idle(), this.#writer.idle(), this.runner.idle()]);
    await records.close();
    await lists.close();
  }

  #check(id: string, location: Location): void {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
  }

  /** Runs a step of a list, which closing breaks off. */
  async #read<T>(step: (deadline: Deadline) => Promise<T>): Promise<T> {
    const deadline = new Deadline(this.#parts.timeout);
    this.#deadlines.add(deadline);
    try {
      return await step(deadline);
    } catch (error) {
      throw failures.wrap('read from', this.#parts.endpoint, error);
    } finally {
      this.#deadlines.delete(deadline);
      deadline.end();
    }
  }

  /** Throws when the store is closed. */
  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }
}
