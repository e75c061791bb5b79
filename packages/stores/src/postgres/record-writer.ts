import type { Location } from '@location-records/core';
import { encodeText } from './columns.ts';
import { isRefusal } from './failures.ts';
import { slotsFor } from './slots.ts';
import { lockTimeoutOf, StatementQueue } from './statement-queue.ts';
import type { StatementRunner } from './statement-runner.ts';
import type { Statements } from './statements.ts';

/** The values of a record for the statements. */
type RowValues = readonly [id: string, description: string | null, latitude: number, longitude: number];

/** How many characters a record may have to share a statement: they are in memory several times. */
const maxSharedLength = 4096;

/** Puts records. Puts that wait share a statement. */
export class RecordWriter {
  readonly #runner: StatementRunner;
  readonly #statements: Statements;
  readonly #queue: StatementQueue<RowValues, boolean>;
  /** How long a shared statement waits for a lock on one of its records (ms). */
  readonly #lockTimeout: string;

  /** Writes use half of `connections`. */
  constructor(runner: StatementRunner, statements: Statements, connections: number) {
    this.#runner = runner;
    this.#statements = statements;
    const limits = runner.limits('write to');
    this.#lockTimeout = String(lockTimeoutOf(limits.timeout));
    this.#queue = new StatementQueue({
      send: (rows, since) => this.#write(rows, since),
      ...slotsFor(connections),
      isRefusal,
      ...limits,
    });
  }

  /** Resolves to whether the server wrote this record and all others of its statement. */
  put(id: string, location: Location): Promise<boolean> {
    const value = rowValues(id, location);
    const [key, description] = value;
    // No statement can write one record twice.
    return this.#queue.add({
      value,
      key,
      isSeparate: key.length + (description?.length ?? 0) > maxSharedLength,
    });
  }

  /** Resolves when no put is waiting. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #write(rows: readonly RowValues[], since: number): Promise<readonly boolean[]> {
    const { put, putMany } = this.#statements;
    const [first] = rows as [RowValues];
    const { count } =
      rows.length === 1
        ? await this.#runner.run('write to', { ...put, values: [...first] }, since)
        : await this.#runner.runOnce(
            'write to',
            { ...putMany, values: [...columnsOf(rows), this.#lockTimeout] },
            since,
          );
    return rows.map(() => count === rows.length);
  }
}

/** The values of a record and its Location. */
export function rowValues(id: string, { description, coordinates }: Location): RowValues {
  const text = description === undefined ? null : encodeText(description);
  return [encodeText(id), text, coordinates.latitude, coordinates.longitude];
}

/** The columns of rows, in the same order in all processes, so that statements cannot deadlock. */
function columnsOf(rows: readonly RowValues[]) {
  const sorted = rows.toSorted(([left], [right]) => (left < right ? -1 : 1));
  return [0, 1, 2, 3].map((column) => sorted.map((row) => row[column] as string | number | null));
}
