import { asBytes, asText, bindText, integerParameter, type TextColumn, textParameter } from './columns.ts';
import { type DatabaseSync, prepareRows, type RowStatement, type StatementSync } from './engine.ts';
import type { Write } from './writer-protocol.ts';

/** The name of the table of long descriptions. */
export const longTableName = 'long_descriptions';

/**
 * Creates the table of long descriptions. A record with one has the number of its row in the place of the description.
 * `locations` has no other key than the identifier, so that SQLite reads a row as a whole to compare its identifier. With
 * 20,000 rows of 4 KiB, SQLite took 44 µs to read one of them instead of 11, and 56 to write a new one instead of 25.
 */
export const longTableCreation = `
  CREATE TABLE ${longTableName} (id INTEGER PRIMARY KEY, description TEXT NOT NULL) STRICT
`;

/** Creates a view for people, which has each description in its place. */
export const viewCreation = `
  CREATE VIEW records AS
  SELECT id, ${descriptionFrom('long.description', 'description')} AS description, latitude, longitude
  FROM locations
`;

/** The first version of the schema that has the table. */
export const longTableVersion = 2;

/**
 * The longest description beside its identifier, in bytes of UTF-8. With an identifier of up to 80 bytes, such a row fits
 * into a page of 2,048 bytes, of which SQLite gives at most a quarter to each row.
 */
const maxShort = 384;

function isLong(description: string | null): description is string {
  // A character has at most three bytes for each unit.
  if (description === null || description.length <= maxShort / 3) return false;
  return Buffer.byteLength(description) > maxShort;
}

/** Whether a database keeps long descriptions in a table of their own. */
export function hasLongTable(database: DatabaseSync): boolean {
  const found = database.prepare('PRAGMA user_version').get() as { readonly user_version: number };
  return found.user_version >= longTableVersion;
}

/** The text columns of a database, as text or as bytes. */
interface TextColumns {
  readonly text: TextColumn;
  readonly bytes: TextColumn;
}

/** The text columns of a database, with each description from where it is kept. */
export function textColumns(database: DatabaseSync): TextColumns {
  const hasLong = hasLongTable(database);
  const columnOf =
    (read: (expression: string) => string): TextColumn =>
    (name) =>
      `${hasLong && name === 'description' ? description(read) : read(name)} AS ${name}`;
  return { text: columnOf(asText), bytes: columnOf(asBytes) };
}

/** A long description is read as bytes: the decoder of Node.js takes half of the time that its engine takes for text. */
function description(read: (expression: string) => string): string {
  return descriptionFrom(asBytes('long.description'), read('description'));
}

/**
 * The SQL of a description, for which a number can stand, which is less than any text. Where the table of long descriptions
 * has no such row, it is a number, and not text.
 */
function descriptionFrom(long: string, short: string): string {
  const found = `SELECT ${long} FROM ${longTableName} AS long WHERE long.id = locations.description`;
  return `CASE WHEN description < '' THEN coalesce((${found}), CAST(description AS REAL)) ELSE ${short} END`;
}

/** The SQL of the number of a row as text. Another program may have used one that is too large for JavaScript. */
function rowNumber(column: string): string {
  return `CAST(${column} AS TEXT) AS row`;
}

/**
 * The SQL of the number of a new row. SQLite would choose a random one where another program has used the largest. Then each
 * later statement would fail on Node.js 26, which reports the latest number as a number of JavaScript.
 */
const nextRow = `
  SELECT coalesce(max(id), 0) + 1 FROM ${longTableName} WHERE id BETWEEN 1 AND ${Number.MAX_SAFE_INTEGER - 1}
`;

/** How a statement that writes reports. */
export type Report = ReturnType<StatementSync['run']>;

/** The SQL of the rows of `locations` that have no long description. */
export const withoutLong = "typeof(locations.description) <> 'integer'";

/** How a write is carried out in `locations` alone. */
interface Runs {
  /** Leaves a record with a long description as it is, and reports no change. */
  readonly onShort: (write: Write) => Report;
  readonly onAny: (write: Write) => Report;
}

/** The long descriptions of a database, as its writer keeps them. */
export class LongDescriptions {
  readonly #database: DatabaseSync;
  readonly #rowOf: RowStatement<readonly [string]>;
  readonly #refer: StatementSync;
  readonly #add: RowStatement<readonly [string]>;
  readonly #replace: StatementSync;
  readonly #remove: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#rowOf = prepareRows(
      database,
      `SELECT ${rowNumber('description')} FROM locations
      WHERE id = ${textParameter} AND typeof(description) = 'integer'`,
    );
    this.#refer = database.prepare(
      `UPDATE locations SET description = ${integerParameter} WHERE id = ${textParameter}`,
    );
    this.#add = prepareRows(
      database,
      `INSERT INTO ${longTableName} (id, description) VALUES ((${nextRow}), ${textParameter})
      RETURNING ${rowNumber('id')}`,
    );
    this.#replace = database.prepare(
      `UPDATE ${longTableName} SET description = ${textParameter} WHERE id = ${integerParameter}`,
    );
    this.#remove = database.prepare(`DELETE FROM ${longTableName} WHERE id = ${integerParameter}`);
  }

  /**
   * Carries a write out, or leaves both tables as they were. Most writes need no look at the record first, which took a tenth
   * of the time of a batch.
   */
  write(write: Write, run: Runs): Report {
    const description = write.kind === 'delete' ? null : write.description;
    if (isLong(description)) return this.#asWhole(() => this.#writeLong(write, description, run));
    const report = run.onShort(write);
    if (hasChanged(report)) return report;
    const row = this.#rowNumberOf(write.id);
    if (row === undefined) return report;
    return this.#asWhole(() => {
      const report = run.onAny(write);
      if (hasChanged(report)) this.#remove.run(row);
      return report;
    });
  }

  /** Keeps the description in the row that the record had before, or in a new one. */
  #writeLong(write: Write, description: string, run: Runs): Report {
    const before = this.#rowNumberOf(write.id);
    const report = run.onAny({ ...write, description: null } as Write);
    if (!hasChanged(report)) return report;
    const text = bindText(description);
    const isReplaced = before !== undefined && hasChanged(this.#replace.run(text, before));
    const row = isReplaced ? before : this.#add.get(text)?.[0];
    return row === undefined ? { ...report, changes: 0 } : this.#refer.run(row, bindText(write.id));
  }

  #rowNumberOf(id: string): string | undefined {
    return this.#rowOf.get(bindText(id))?.[0];
  }

  /** Undoes `act` when it throws or reports that the record has not changed. */
  #asWhole(act: () => Report): Report {
    this.#database.exec('SAVEPOINT long');
    try {
      const report = act();
      this.#database.exec(hasChanged(report) ? 'RELEASE long' : undo);
      return report;
    } catch (error) {
      try {
        this.#database.exec(undo);
      } catch {
        // SQLite has ended the whole transaction itself, as it does on a full disk.
      }
      throw error;
    }
  }
}

const undo = 'ROLLBACK TO long; RELEASE long';

/** Whether a write has changed a record. */
export function hasChanged(report: Report): boolean {
  return Number(report.changes) > 0;
}
