import { bindText, dividendOf, divisorOf, numberParameter, textParameter } from './columns.ts';
import type { DatabaseSync, StatementSync } from './engine.ts';
import { failures, resultOf, results } from './failures.ts';
import { hasLongTable, LongDescriptions, withoutLong } from './long-descriptions.ts';
import { inTransaction } from './transaction.ts';
import { packError, type Write, type WriteResult } from './writer-protocol.ts';

/**
 * A write is first tried as one that neither moves nor creates a record. After this number of tries in a row that
 * failed, only every sixteenth write is tried. A try that fails took 2 µs of 27.
 */
const enoughMoves = 32;

/** Commits batches of writes, each in one transaction, and so with one fsync. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #path: string;
  /** Only where long descriptions have a table of their own. */
  readonly #long: LongDescriptions | undefined;
  /** Only where there is the index of area queries. */
  readonly #describe: StatementSync | undefined;
  /** How many writes in a row moved or created a record. One that was not tried counts. */
  #moves = 0;
  readonly #put: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, path: string, areas = false) {
    this.#database = database;
    this.#path = path;
    if (hasLongTable(database)) this.#long = new LongDescriptions(database);
    const [text, number] = [textParameter, numberParameter];
    const condition = this.#long ? withoutLong : 'TRUE';
    // A statement that sets coordinates writes to the index even where they stay the same.
    if (areas) {
      this.#describe = database.prepare(`
        UPDATE locations SET description = ${text}
        WHERE latitude = ${number} AND longitude = ${number} AND id = ${text} AND ${condition}
      `);
    }
    this.#put = database.prepare(`
      INSERT INTO locations (description, latitude, longitude, id)
      VALUES (${text}, ${number}, ${number}, ${text})
      ON CONFLICT (id) DO UPDATE SET
        description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
      WHERE ${condition}
    `);
    this.#replace = database.prepare(`
      UPDATE locations SET description = ${text}, latitude = ${number}, longitude = ${number}
      WHERE id = ${text} AND ${condition}
    `);
    this.#delete = database.prepare(`DELETE FROM locations WHERE id = ${text} AND ${condition}`);
  }

  /**
   * Returns the results of the writes in order, when the writes are on the disk. When it throws, no write took effect.
   */
  commit(writes: readonly Write[]): WriteResult[] {
    return inTransaction(this.#database, 'write', () => writes.map((write) => this.#try(write)));
  }

  #try(write: Write): WriteResult {
    try {
      const report = this.#long ? this.#long.write(write, this.#apply) : this.#apply(write);
      return Number(report.changes) > 0;
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      return packError(failures.wrap('write to', this.#path, error));
    }
  }

  readonly #apply = (write: Write): ReturnType<StatementSync['run']> => {
    const id = bindText(write.id);
    if (write.kind === 'delete') return this.#delete.run(id);
    const description = write.description === null ? null : bindText(write.description);
    const { latitude, longitude } = write;
    // Without arrays, which cost a tenth of the call.
    const run = (statement: StatementSync) =>
      statement.run(
        description,
        dividendOf(latitude),
        divisorOf(latitude),
        dividendOf(longitude),
        divisorOf(longitude),
        id,
      );
    if (this.#describe && (this.#moves < enoughMoves || this.#moves % 16 === 0)) {
      const described = run(this.#describe);
      if (Number(described.changes) > 0) {
        this.#moves = 0;
        return described;
      }
    }
    this.#moves++;
    return run(write.kind === 'put' ? this.#put : this.#replace);
  };
}

const ownFaults: ReadonlySet<number> = new Set([results.tooBig, results.constraint, results.mismatch]);

/** Whether an error is the fault of its own statement, which SQLite has then undone. */
function isOwnFault(error: unknown): boolean {
  const result = resultOf(error);
  return result === undefined || ownFaults.has(result);
}
