import { areaIndexName, createAreaIndex, isAreaIndex } from './area-index.ts';
import type { DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';
import { longTableCreation, longTableName, longTableVersion, viewCreation } from './long-descriptions.ts';

/** Marks the files of this service in the header of the database: "LOCR". */
const applicationId = 0x4c4f4352;
const version = longTableVersion;

/** The columns of `locations` in each version of the schema, which all stay in use. */
const knownColumns: ReadonlyMap<number, string> = new Map([
  [1, 'id TEXT key, description TEXT, latitude REAL, longitude REAL'],
  [version, 'id TEXT key, description ANY, latitude REAL, longitude REAL'],
]);
const longColumns = 'id INTEGER key, description TEXT';

// 9e999 is infinity in SQL: some versions read the largest finite number as its neighbour.
const creation = `
  CREATE TABLE locations (
    id TEXT PRIMARY KEY NOT NULL,
    description ANY,
    latitude REAL NOT NULL CHECK (abs(latitude) < 9e999),
    longitude REAL NOT NULL CHECK (abs(longitude) < 9e999)
  ) STRICT, WITHOUT ROWID;
  ${longTableCreation};
  ${viewCreation};
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
`;

interface Header {
  readonly encoding: string;
  readonly application: number;
  readonly version: number;
  readonly entries: number;
  readonly columns: string | null;
  readonly longColumns: string | null;
  readonly namesakes: number;
  readonly areaIndex: string | null;
}

/**
 * Whether the database is empty, so that the tables may be created. Otherwise it is a database of this service
 * with this schema.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when it is anything else.
 */
export function isEmpty(database: DatabaseSync, path: string): boolean {
  const found = readHeader(database);
  const isUnclaimed = found.application === 0 && found.version === 0 && found.entries === 0;
  const problem = isUnclaimed ? encodingProblemOf(found) : problemOf(found);
  if (problem) throw failures.unsuitable('open', path, problem);
  if (isUnclaimed) return true;
  // Reads the table itself, whose first page may be damaged.
  database.prepare('SELECT latitude FROM locations LIMIT 1').get();
  return false;
}

/**
 * Sets the size of the pages of a file without content; another one keeps its own. Pages of 2,048 bytes are half of SQLite's
 * default. A write changes one or two anywhere in the file, and they go into the log and the file as a whole. With a
 * million short records, 64 writers that moved them made 1.25 times as many writes, and 1.35 times with the index of area
 * queries. Reads and lists took as long.
 */
export function setPageSize(database: DatabaseSync): void {
  database.exec('PRAGMA page_size = 2048');
}

/** The size of the pages of a database, in bytes. */
export function pageSizeOf(database: DatabaseSync): number {
  const found = database.prepare('PRAGMA page_size').get() as { readonly page_size: number };
  return found.page_size;
}

/** Creates the tables in an empty database, with the index of area queries or without. Call it within a transaction. */
export function createSchema(database: DatabaseSync, areas: boolean): void {
  database.exec(creation);
  if (areas) createAreaIndex(database);
}

function readHeader(database: DatabaseSync): Header {
  const columnsOf = (table: string) =>
    `(SELECT group_concat(name || ' ' || type || iif(pk, ' key', ''), ', ') FROM pragma_table_info('${table}'))`;
  // One statement, and so one moment.
  const statement = database.prepare(`
    SELECT
      (SELECT encoding FROM pragma_encoding) AS encoding,
      (SELECT application_id FROM pragma_application_id) AS application,
      (SELECT user_version FROM pragma_user_version) AS version,
      (SELECT count(*) FROM sqlite_schema) AS entries,
      ${columnsOf('locations')} AS columns,
      ${columnsOf(longTableName)} AS longColumns,
      (SELECT count(*) FROM sqlite_schema WHERE name = '${areaIndexName}') AS namesakes,
      (SELECT sql FROM sqlite_schema WHERE name = '${areaIndexName}') AS areaIndex
  `);
  return statement.get() as Header;
}

function problemOf(found: Header): string | undefined {
  if (found.application !== applicationId)
    return 'it is the database of another program; choose another path';
  if (found.version > version) {
    return `it has schema ${found.version}, made by a newer version of this service; this version knows schema ${version}, so update it`;
  }
  if (found.columns !== knownColumns.get(found.version)) return differs('locations');
  if (found.version >= longTableVersion && found.longColumns !== longColumns) return differs(longTableName);
  return encodingProblemOf(found) ?? areaIndexProblemOf(found);
}

function differs(table: string): string {
  return `its table "${table}" differs from the one that this service creates; restore it from a backup, or choose another path`;
}

/**
 * An empty database may have another encoding, which stays. Identifiers would not be in the order of UTF-8.
 */
function encodingProblemOf({ encoding }: Header): string | undefined {
  if (encoding === 'UTF-8') return undefined;
  return `its text is encoded as ${encoding} instead of UTF-8; choose another path`;
}

/** The file may have the index of area queries, with or without the option. Another one would hide records. */
function areaIndexProblemOf({ namesakes, areaIndex }: Header): string | undefined {
  if (namesakes === 0 || isAreaIndex(areaIndex)) return undefined;
  return `its index "${areaIndexName}" differs from the one that this service creates; drop that index, and the service builds it anew`;
}
