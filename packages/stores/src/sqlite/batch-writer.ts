import { bindNumber, bindText, numberParameter, textParameter } from './columns.ts';
import type { DatabaseSync, StatementSync } from './engine.ts';
import { failures, resultOf, results } from './failures.ts';
import { packError, type Write, type WriteResult } from './writer-protocol.ts';

/** Commits batches of writes, each in one transaction, and so with one fsync. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #put: StatementSync;
  readonly #replace: StatementSync;
  readonly #delete: StatementSync;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    const [text, number] = [textParameter, numberParameter];
    this.#put = database.prepare(`
      INSERT INTO locations (description, latitude, longitude, id)
      VALUES (${text}, ${number}, ${number}, ${text})
      ON CONFLICT (id) DO UPDATE SET
        description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude
    `);
    this.#replace = database.prepare(`
      UPDATE locations SET description = ${text}, latitude = ${number}, longitude = ${number} WHERE id = ${text}
    `);
    this.#delete = database.prepare(`DELETE FROM locations WHERE id = ${text}`);
  }

  /** The results of the writes, in their order. They are on the disk, unless it throws: then none took effect. */
  commit(writes: readonly Write[]): WriteResult[] {
    return inTransaction(this.#database, () => writes.map((write) => this.#try(write)));
  }

  #try(write: Write): WriteResult {
    try {
      return Number(this.#apply(write).changes) > 0;
    } catch (error) {
      if (!isOwnFault(error)) throw error;
      return packError(failures.wrap('write to', this.#path, error));
    }
  }

  #apply(write: Write): ReturnType<StatementSync['run']> {
    const id = bindText(write.id);
    if (write.kind === 'delete') return this.#delete.run(id);
    const description = write.description === null ? null : bindText(write.description);
    const numbers = [...bindNumber(write.latitude), ...bindNumber(write.longitude)];
    return (write.kind === 'put' ? this.#put : this.#replace).run(description, ...numbers, id);
  }
}

const ownFaults: ReadonlySet<number> = new Set([results.tooBig, results.constraint, results.mismatch]);

/** Whether an error is the fault of its own statement, which SQLite has then undone. */
function isOwnFault(error: unknown): boolean {
  const result = resultOf(error);
  return result === undefined || ownFaults.has(result);
}

/** Runs `act` in one writing transaction: what it does is committed when this returns, and undone when it throws. */
export function inTransaction<T>(database: DatabaseSync, act: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // SQLite has ended the transaction itself, as it does on a full disk.
  }
}
