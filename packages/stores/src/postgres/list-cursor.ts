import type { LocationRecord } from '@location-records/core';
import { BatchSize, isAscending } from '../shared/batches.ts';
import { rowRecord } from './columns.ts';
import type { Connection } from './connection.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { Deadline } from './deadline.ts';
import { failures } from './failures.ts';

/** Rows of the first batch: few, so that it comes soon. */
const firstRows = 32;
const maxRows = 256;

/**
 * A transaction with a cursor, which sees the records of the moment when it was declared. All settings belong
 * to the transaction: the planner must use the index, and not sort all records before the first.
 */
function opening(list: string): string {
  return [
    'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    'SET LOCAL enable_seqscan = off',
    'SET LOCAL enable_sort = off',
    'SET LOCAL jit = off',
    `DECLARE location_list NO SCROLL CURSOR WITHOUT HOLD FOR ${list}`,
    '',
  ].join('; ');
}

/** What a {@link ListCursor} works with. */
interface ListSettings {
  readonly lists: ConnectionPool;
  /** The statement of the list. */
  readonly list: string;
  readonly endpoint: string;
  /** Milliseconds for each batch. */
  readonly timeout: number;
}

/** One list that is being read. It takes a connection of its own for the first batch. */
export class ListCursor {
  readonly #settings: ListSettings;
  readonly #size = new BatchSize(firstRows, maxRows);
  #connection: Connection | undefined;
  #begin: string;
  #last = '';
  #hasEnded = false;

  constructor(settings: ListSettings) {
    this.#settings = settings;
    this.#begin = opening(settings.list);
  }

  /** Whether the list has no more records. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * The next records, ascending by the bytes of their identifiers. The first call fixes the moment.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` when they do not ascend, as on a damaged index.
   */
  async readBatch(deadline: Deadline): Promise<LocationRecord[]> {
    const { lists, endpoint } = this.#settings;
    this.#connection ??= await lists.take('read from', deadline);
    const wanted = this.#size.rows;
    const fetch = `${this.#begin}FETCH ${wanted} FROM location_list`;
    this.#begin = '';
    const { rows } = await this.#connection.query({ text: fetch }, deadline);
    this.#hasEnded = rows.length < wanted;
    this.#size.learn(rows.length, lengthOf(rows));
    const batch = rows.map((row) => rowRecord(endpoint, row));
    if (!isAscending(this.#last, batch)) {
      const problem = 'its records are not in the order of their identifiers; run REINDEX on its table';
      throw failures.unsuitable('read from', endpoint, problem);
    }
    this.#last = batch.at(-1)?.[0] ?? this.#last;
    return batch;
  }

  /** Ends the transaction and releases the connection, or destroys it when that fails. */
  async end(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const deadline = new Deadline(this.#settings.timeout);
    try {
      await connection.query({ text: 'ROLLBACK' }, deadline);
      connection.release();
    } catch {
      connection.destroy();
    } finally {
      deadline.end();
    }
  }

  /** Ends the connection, and with it the transaction. */
  destroy(): void {
    this.#connection?.destroy();
  }
}

function lengthOf(rows: readonly (readonly (string | null)[])[]): number {
  return rows.reduce((sum, [id, description]) => sum + (id?.length ?? 0) + (description?.length ?? 0), 0);
}
