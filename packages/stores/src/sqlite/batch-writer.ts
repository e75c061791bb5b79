import { bindText, dividendOf, divisorOf, numberParameter, textParameter } from './columns.ts';
import type { DatabaseSync, StatementSync } from './engine.ts';
import { failures, resultOf, results } from './failures.ts';
import { hasChanged, hasLongTable, LongDescriptions, type Report, withoutLong } from './long-descriptions.ts';
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
  readonly #onShort: RecordStatements;
  readonly #onAny: RecordStatements;
  readonly #present: StatementSync;
  /** How many writes in a row moved or created a record. One that was not tried counts as one that did. */
  #moves = 0;

  constructor(database: DatabaseSync, path: string, areas = false) {
    this.#database = database;
    this.#path = path;
    if (hasLongTable(database)) this.#long = new LongDescriptions(database);
    this.#onShort = new RecordStatements(database, areas, withoutLong);
    this.#onAny = new RecordStatements(database, areas, 'TRUE');
    this.#present = database.prepare(`SELECT 1 FROM locations WHERE id = ${textParameter}`);
  }

  /**
   * Returns the results of the writes in order, when the writes are on the disk. When it throws, no write took effect.
   */
  commit(writes: readonly Write[]): WriteResult[] {
    return inTransaction(this.#database, 'write', () => writes.map((write) => this.#try(write)));
  }

  #try(write: Write): WriteResult {
    try {
      const report = this.#long ? this.#long.write(write, this.#runs) : this.#runs.onAny(write);
      if (hasChanged(report)) return true;
      if (write.kind !== 'put' && this.#present.get(bindText(write.id)) === undefined) return false;
    } catch (error) {
      if (!isOwnFault(error) || this.#isRolledBack()) throw error;
      return packError(failures.wrap('write to', this.#path, error));
    }
    // The write would be acknowledged and lost.
    const problem = 'a trigger of its table ignored a write; remove that trigger';
    return packError(failures.unsuitable('write to', this.#path, problem));
  }

  /** Whether a trigger has undone the whole batch. Writes after it would each be a transaction of its own. */
  #isRolledBack(): boolean {
    try {
      this.#database.exec('BEGIN');
    } catch {
      // SQLite begins no transaction within another.
      return false;
    }
    this.#database.exec('ROLLBACK');
    return true;
  }

  readonly #runs = {
    onShort: (write: Write) => this.#run(write, this.#onShort),
    onAny: (write: Write) => this.#run(write, this.#onAny),
  };

  #run(write: Write, statements: RecordStatements): Report {
    const id = bindText(write.id);
    if (write.kind === 'delete') return statements.delete.run(id);
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
    if (statements.describe && (this.#moves < enoughMoves || this.#moves % 16 === 0)) {
      const described = run(statements.describe);
      if (hasChanged(described)) {
        this.#moves = 0;
        return described;
      }
    }
    const report = run(statements[write.kind]);
    if (hasChanged(report)) this.#moves++;
    return report;
  }
}

/** The statements that write to `locations`, of which those that change a row leave out the rows without `condition`. */
class RecordStatements {
  /** Only where there is the index of area queries. */
  readonly describe: StatementSync | undefined;
  readonly put: StatementSync;
  readonly replace: StatementSync;
  readonly delete: StatementSync;

  constructor(database: DatabaseSync, areas: boolean, condition: string) {
    const [text, number] = [textParameter, numberParameter];
    // A statement that sets coordinates writes to the index even where they stay the same.
    if (areas) {
      this.describe = database.prepare(`
        UPDATE locations SET description = ${text}
        WHERE latitude = ${number} AND longitude = ${number} AND id = ${text} AND ${condition}
      `);
    }
    this.put = database.prepare(`
      INSERT INTO locations (description, latitude, longitude, id)
      VALUES (${text}, ${number}, ${number}, ${text})
      ON CONFLICT (id) DO UPDATE SET
        description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
      WHERE ${condition}
    `);
    this.replace = database.prepare(`
      UPDATE locations SET description = ${text}, latitude = ${number}, longitude = ${number}
      WHERE id = ${text} AND ${condition}
    `);
    this.delete = database.prepare(`DELETE FROM locations WHERE id = ${text} AND ${condition}`);
  }
}

const ownFaults: ReadonlySet<number> = new Set([results.tooBig, results.constraint, results.mismatch]);

/** Whether an error is the fault of its own statement, which SQLite has then undone, unless a trigger raised `FAIL`. */
function isOwnFault(error: unknown): boolean {
  const result = resultOf(error);
  return result === undefined || ownFaults.has(result);
}
