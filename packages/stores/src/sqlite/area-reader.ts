import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import { type AreaPage, type AreaPosition, type Box, stripeOf } from '@location-records/core/areas';
import { batchLength } from '../shared/batches.ts';
import { areaIndexName, hasAreaIndex, stripeExpression } from './area-index.ts';
import {
  bindText,
  dividendOf,
  divisorOf,
  integerParameter,
  isDoubtfulRow,
  numberParameter,
  type RecordRow,
  rowLength,
  rowRecord,
  type TextColumn,
  textParameter,
} from './columns.ts';
import {
  type BoundValue,
  type DatabaseSync,
  prepareRows,
  type RowStatement,
  type StatementSync,
} from './engine.ts';
import { failures } from './failures.ts';
import { textColumns } from './long-descriptions.ts';
import { inTransaction } from './transaction.ts';

/** Entries of the index, and records, that one page looks at: up to 4 ms of work. */
const maxLooks = 8192;
const maxRecords = 2048;

/** The entries of one stripe after a place and up to a latitude, in order. A parameter limits their number. */
const entries = (columns: string) => `
  SELECT ${columns} FROM locations INDEXED BY ${areaIndexName}
  WHERE ${stripeExpression} = ?
    AND (latitude, longitude, id) > (${numberParameter}, ${numberParameter}, ${indexedTextParameter})
    AND latitude <= ${numberParameter}
  ORDER BY latitude, longitude, id LIMIT ${integerParameter}
`;

// The plus takes the affinity away, without which SQLite would not use the index for the identifier.
const indexedTextParameter = `+${textParameter}`;

/** The statements on the entries of one stripe. */
export const areaStatements = {
  /** The entries between two longitudes, as records. */
  records: (text: TextColumn) => `
    SELECT ${text('id')}, ${text('description')}, place.latitude, place.longitude
    FROM (${entries('latitude, longitude, id AS placed')}) AS place CROSS JOIN locations ON id = place.placed
    WHERE place.longitude >= ${numberParameter} AND place.longitude <= ${numberParameter}
    LIMIT ${integerParameter}
  `,
  /** The number of the entries. */
  count: `SELECT count(*) AS looks FROM (${entries('1')})`,
  /** The entry after a number of others. */
  entry: (text: TextColumn) => `
    SELECT ${text('id')}, NULL AS description, latitude, longitude
    FROM (${entries('latitude, longitude, id')}) LIMIT 1 OFFSET ${integerParameter}
  `,
};

/** A statement whose text is read as it is, and the same with text as bytes. */
interface RecordStatement {
  readonly text: RowStatement<RecordRow>;
  readonly bytes: RowStatement<RecordRow>;
}

/** Where the entries of a stripe begin: behind it in the order of latitude, longitude and identifier. */
type Place = Omit<AreaPosition, 'part'>;

/** A reading connection for area queries. Each page is of one moment. */
export class AreaReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  #statements: Statements | undefined;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  /** Whether the database has the index. Without it there are no pages. */
  hasIndex(): boolean {
    return hasAreaIndex(this.#database);
  }

  /**
   * The next records of a box.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` when the file is damaged, or another program wrote what cannot be read.
   */
  readPage(box: Box, after: AreaPosition | undefined, limit: number): AreaPage {
    this.#statements ??= new Statements(this.#database, this.#path);
    const statements = this.#statements;
    return inTransaction(this.#database, 'read', () =>
      readPage(statements, box, after, Math.min(limit, maxRecords)),
    );
  }

  close(): void {
    this.#database.close();
  }
}

function readPage(
  statements: Statements,
  box: Box,
  after: AreaPosition | undefined,
  limit: number,
): AreaPage {
  const records: LocationRecord[] = [];
  let [looksLeft, charactersLeft] = [maxLooks, batchLength];
  const [first, last] = [stripeOf(box.west), stripeOf(box.east)];
  for (let part = Math.max(first, after?.part ?? first); part <= last; part++) {
    const isBegun = part === after?.part && after.latitude >= box.south;
    const from: Place = isBegun ? after : { latitude: box.south, longitude: box.west, id: '' };
    const stripe = [part, ...placeValues(from), ...numberValues(box.north), looksLeft];
    // One more record shows that there is a next page.
    const max = { records: limit - records.length + 1, characters: charactersLeft };
    const found = statements.readRecords(stripe, from, box, max);
    records.push(...found.records);
    charactersLeft -= found.characters;
    if (records.length > limit) return { records: records.slice(0, limit), next: positionAt(records, limit) };
    if (charactersLeft <= 0) return { records, next: positionAt(records, records.length) };
    // Every longitude of a stripe between the first and the last is in the box.
    const isInside = part > first && part < last;
    const looks = isInside ? found.records.length : statements.count(stripe);
    looksLeft -= looks;
    if (looksLeft <= 0) {
      if (records.length === limit) return { records, next: positionAt(records, limit) };
      return { records, next: { part, ...statements.readEntry(stripe, from, looks - 1) } };
    }
  }
  return { records, next: undefined };
}

/** The position of the last of the first `count` records. */
function positionAt(records: readonly LocationRecord[], count: number): AreaPosition {
  const place = placeOf(records[count - 1] as LocationRecord);
  return { part: stripeOf(place.longitude), ...place };
}

/** The prepared statements of one connection. `stripe` has the values for the entries of one stripe. */
class Statements {
  readonly #path: string;
  readonly #records: RecordStatement;
  readonly #count: StatementSync;
  readonly #entry: RecordStatement;

  constructor(database: DatabaseSync, path: string) {
    const { text, bytes } = textColumns(database);
    const prepare = (sql: (text: TextColumn) => string): RecordStatement => ({
      text: prepareRows(database, sql(text)),
      bytes: prepareRows(database, sql(bytes)),
    });
    this.#path = path;
    this.#records = prepare(areaStatements.records);
    this.#count = database.prepare(areaStatements.count);
    this.#entry = prepare(areaStatements.entry);
  }

  /** The records after `from`: up to a number of them, and up to the one with which they have so many characters. */
  readRecords(
    stripe: readonly BoundValue[],
    from: Place,
    { west, east }: Box,
    max: { readonly records: number; readonly characters: number },
  ) {
    const values = [...stripe, ...numberValues(west), ...numberValues(east), max.records];
    return this.#read(this.#records, values, from, max.characters);
  }

  /** The number of entries. */
  count(stripe: readonly BoundValue[]): number {
    return Number((this.#count.get(...stripe) as { readonly looks: number | bigint }).looks);
  }

  /** The entry after `from` that comes after `skipped` others. */
  readEntry(stripe: readonly BoundValue[], from: Place, skipped: number): Place {
    const { records } = this.#read(this.#entry, [...stripe, skipped], from, 1);
    return placeOf(records[0] as LocationRecord);
  }

  #read(statement: RecordStatement, values: readonly BoundValue[], from: Place, maxCharacters: number) {
    const found = readRows(statement.text, values, maxCharacters);
    const isDoubtful = found.rows.some(isDoubtfulRow);
    const sure = isDoubtful ? readRows(statement.bytes, values, maxCharacters) : found;
    const records = sure.rows.map((row) => rowRecord(this.#path, row));
    this.#checkOrder(from, records);
    return { records, characters: sure.characters };
  }

  /** On inconsistent pages, a box would otherwise have pages without end. */
  #checkOrder(from: Place, records: readonly LocationRecord[]): void {
    let before = from;
    for (const record of records) {
      const place = placeOf(record);
      if (comparePlaces(before, place) >= 0) {
        const problem =
          'its index of area queries is not in order, so the file is damaged, or was overwritten while it was open; restore it from a backup';
        throw failures.unsuitable('read from', this.#path, problem);
      }
      before = place;
    }
  }
}

function readRows(statement: RowStatement<RecordRow>, values: readonly BoundValue[], maxCharacters: number) {
  const rows: RecordRow[] = [];
  let characters = 0;
  for (const row of statement.iterate(...values)) {
    rows.push(row);
    characters += rowLength(row);
    if (characters >= maxCharacters) break;
  }
  return { rows, characters };
}

function numberValues(value: number): [number, number] {
  return [dividendOf(value), divisorOf(value)];
}

function placeValues({ latitude, longitude, id }: Place): BoundValue[] {
  return [...numberValues(latitude), ...numberValues(longitude), bindText(id)];
}

function placeOf([id, { coordinates }]: LocationRecord): Place {
  return { latitude: coordinates.latitude, longitude: coordinates.longitude, id };
}

function comparePlaces(a: Place, b: Place): number {
  return (
    Math.sign(a.latitude - b.latitude) ||
    Math.sign(a.longitude - b.longitude) ||
    compareIdentifiers(a.id, b.id)
  );
}
