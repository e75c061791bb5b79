import {
  checkIdentifier,
  checkLocation,
  compareIdentifiers,
  type ExchangeStore,
  type Location,
  type LocationRecord,
  type StoreError,
  type StoreGuarantees,
} from '@location-records/core';
import { CallBatches, type Columns, type Entry } from './call-batches.ts';
import type { Database, Result, Statement } from './database.ts';
import { failures, isRefusal } from './failures.ts';
import { encodeText, locationOf, type Row, recordOf } from './rows.ts';
import { conditional, type Kind, listStatement, statementsOf } from './statements.ts';
import type { TableName } from './table.ts';

/** What a {@link PostgresStore} works with, and closes. */
export interface PostgresParts extends TableName {
  readonly database: Database;
  readonly maxConnections: number;
  /** Milliseconds. */
  readonly timeout: number;
  readonly readOnly: boolean;
}

/**
 * How many statements for reads, and for writes, are pending at a time. The fewer, the more calls share one.
 */
const maxStatements = 2;
/** How long a statement for several records waits for a lock (ms): well below `deadlock_timeout`. */
const lockTimeout = 100;
/** The bounds of a batch of a list (D43). */
const maxRows = 256;
const maxBytes = 32_768;

/** The store over an existing table. */
export class PostgresStore implements ExchangeStore, AsyncDisposable {
  readonly guarantees: StoreGuarantees = Object.freeze({
    durable: true,
    shared: true,
    listOrder: 'id-bytes',
    exchanges: true,
  });
  protected readonly endpoint: string;
  readonly #parts: PostgresParts;
  readonly #statements: Readonly<Record<Kind, Statement>>;
  readonly #list: Statement;
  readonly #reads: CallBatches<Row | undefined>;
  readonly #writes: CallBatches<boolean>;
  #closed: Promise<void> | undefined;

  constructor(parts: PostgresParts) {
    const { database, maxConnections, timeout } = parts;
    this.#parts = parts;
    this.endpoint = database.endpoint;
    this.#statements = statementsOf(parts);
    this.#list = listStatement(parts);
    this.#reads = new CallBatches({
      maxStatements,
      maxAlone: 1,
      timeout,
      send: (_, entries, isAlone) => this.#read(entries, isAlone),
      timeOut: () => this.#noTurn('read from'),
    });
    this.#writes = new CallBatches({
      maxStatements,
      // Locked records leave connections for all others.
      maxAlone: Math.max(1, maxConnections - 2 * maxStatements - 1),
      timeout,
      send: (kind, entries, isAlone) => this.#write(kind, entries, isAlone),
      timeOut: () => this.#noTurn('write to'),
    });
  }

  async get(id: string): Promise<Location | undefined> {
    this.checkOpen();
    checkIdentifier(id);
    const row = await this.#reads.add('get', encodeText(id));
    return row && locationOf(this.endpoint, id, row);
  }

  async put(id: string, location: Location): Promise<void> {
    await this.#writeRecord('put', id, location);
  }

  async replace(id: string, location: Location): Promise<boolean> {
    return this.#writeRecord('replace', id, location);
  }

  async delete(id: string): Promise<void> {
    this.checkOpen();
    checkIdentifier(id);
    this.#checkWritable();
    await this.#writes.add('delete', encodeText(id));
  }

  async exchange(id: string, expected: Location | undefined, next: Location | undefined): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    for (const location of [expected, next]) if (location !== undefined) checkLocation(location);
    this.#checkWritable();
    if (expected === undefined && next === undefined) return (await this.get(id)) === undefined;
    const kind = expected === undefined ? 'create' : next === undefined ? 'deleteIf' : 'replaceIf';
    return this.#writes.add(kind, encodeText(id), {
      columns: next && columnsOf(next),
      expected: expected && columnsOf(expected),
    });
  }

  async *list(): AsyncGenerator<readonly LocationRecord[], undefined> {
    let last = '';
    for (let limit = maxRows; ; ) {
      this.checkOpen();
      const { rows } = await this.query(this.#list, [encodeText(last), limit]);
      this.checkOpen();
      const { batch, bytes } = this.#batchOf(rows, last);
      last = batch.at(-1)?.[0] ?? last;
      if (batch.length > 0) yield batch;
      if (batch.length === rows.length && rows.length < limit) return;
      limit = Math.max(1, Math.min(maxRows, Math.floor((maxBytes * batch.length) / bytes)));
    }
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Throws if the store is closed. */
  protected checkOpen(): void {
    if (this.#closed) throw failures.closed();
  }

  /** Runs a statement that reads. */
  protected async query(statement: Statement, values: readonly unknown[]): Promise<Result> {
    try {
      return await this.#parts.database.query(statement, values, true);
    } catch (error) {
      throw failures.wrap('read from', this.endpoint, error);
    }
  }

  async #writeRecord(kind: 'put' | 'replace', id: string, location: Location): Promise<boolean> {
    this.checkOpen();
    checkIdentifier(id);
    checkLocation(location);
    this.#checkWritable();
    return this.#writes.add(kind, encodeText(id), { columns: columnsOf(location) });
  }

  #checkWritable(): void {
    if (this.#parts.readOnly) throw failures.readOnly(this.endpoint);
  }

  async #read(entries: readonly Entry<Row | undefined>[], isAlone: boolean) {
    const result = await this.#send('get', [entries.map(({ id }) => id)], isAlone);
    if (!result) return undefined;
    const found: (Row | undefined)[] = entries.map(() => undefined);
    for (const row of result.rows) found[Number(row[0]) - 1] = row;
    return found;
  }

  async #write(kind: Kind, entries: readonly Entry<boolean>[], isAlone: boolean) {
    const { timeout } = this.#parts;
    const values: unknown[] = [
      String(isAlone ? timeout : Math.min(lockTimeout, timeout)),
      entries.map(({ id }) => id),
    ];
    for (const content of ['columns', 'expected'] as const) {
      if (entries[0]?.[content] === undefined) continue;
      for (const name of ['description', 'latitude', 'longitude'] as const) {
        values.push(entries.map((entry) => entry[content]?.[name] ?? null));
      }
    }
    const result = await this.#send(kind, values, isAlone);
    if (!result) return undefined;
    if (kind === 'replace' || conditional.has(kind)) {
      const changed = new Set(result.rows.map(([position]) => Number(position)));
      return entries.map((_, index) => changed.has(index + 1));
    }
    if (kind === 'put' && result.rowCount !== entries.length) {
      if (!isAlone) return undefined;
      // It would be acknowledged and lost.
      const problem = 'a trigger or a rule of its table kept the record out; remove it';
      throw failures.unsuitable('write to', this.endpoint, problem);
    }
    return entries.map(() => true);
  }

  /**
   * Runs a statement for several records. Resolves to `undefined` if the server refused it because of one of
   * them.
   */
  async #send(kind: Kind, values: readonly unknown[], isAlone: boolean): Promise<Result | undefined> {
    const isRead = kind === 'get';
    try {
      return await this.#parts.database.query(this.#statements[kind], values, isRead);
    } catch (error) {
      if (!isAlone && isRefusal(error)) return undefined;
      throw failures.wrap(isRead ? 'read from' : 'write to', this.endpoint, error);
    }
  }

  #noTurn(attempt: 'read from' | 'write to'): StoreError {
    const problem = `the call had no turn within ${this.#parts.timeout} ms; raise the option "timeout", or check the server and the network`;
    return failures.unavailable(attempt, this.endpoint, problem);
  }

  async #close(): Promise<void> {
    await Promise.all([this.#reads.idle(), this.#writes.idle()]);
    await this.#parts.database.end();
  }

  /**
   * Returns as many of the first rows as fit into a batch.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` if identifiers do not ascend after `last`, so that a list might
   * never end.
   */
  #batchOf(rows: readonly Row[], last: string): { readonly batch: LocationRecord[]; readonly bytes: number } {
    const batch: LocationRecord[] = [];
    let before = last;
    let bytes = 0;
    for (const row of rows) {
      const record = recordOf(this.endpoint, row);
      if (compareIdentifiers(before, record[0]) >= 0) {
        const problem = 'its records are not in the order of their identifiers; run REINDEX on its table';
        throw failures.unsuitable('read from', this.endpoint, problem);
      }
      bytes += Buffer.byteLength(row[0] ?? '') + Buffer.byteLength(row[1] ?? '');
      if (bytes > maxBytes && batch.length > 0) break;
      batch.push(record);
      before = record[0];
    }
    return { batch, bytes };
  }
}

function columnsOf({ description, coordinates }: Location): Columns {
  return {
    description: description === undefined ? null : encodeText(description),
    latitude: coordinates.latitude,
    longitude: coordinates.longitude,
  };
}
