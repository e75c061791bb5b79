import { quote, quoteAll } from '../parsed-entry.ts';
import { type DatabaseSync, invalid, rowsOf } from './open-geopackage.ts';

/** So many layers and reference systems are looked at: a damaged list may have no end. */
export const mostListed = { layers: 1000, systems: 20_000 } as const;

/** The least length of a row in a table of SQLite, in bytes. */
const leastRowLength = 4;

/**
 * Refuses a table whose rows are computed by SQL or by code that the file names: a view, a virtual table,
 * or one with generated columns. A file of a kilobyte can have a view without end, or values of gigabytes.
 *
 * @param words name it in the message: `The layer "places"`.
 * @throws {FormatError} `FORMAT_INVALID` also if it does not exist.
 */
export function checkIsStored(database: DatabaseSync, table: string, words: string): void {
  const kinds = database.prepare("SELECT type FROM pragma_table_list(?) WHERE schema = 'main'");
  const found = kinds.get(table) as { readonly type: string } | undefined;
  // Not "sqlite_schema": SQLite takes the names in the SQL, which may be others.
  if (found === undefined) throw invalid(`${words} is missing in this GeoPackage.`);
  if (found.type === 'view') throw computed(`${words} is a view`);
  if (found.type === 'virtual') throw computed(`${words} is a virtual table`);
  const columns = database.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden <> 0');
  const generated = [...rowsOf<{ readonly name: string }>(columns, table)].map(({ name }) => name);
  if (generated.length > 0) throw computed(`${words} has generated columns (${quoteAll(generated)})`);
}

/** Checks a table that GeoPackage defines, like {@link checkIsStored}. */
export function checkCatalogue(database: DatabaseSync, ...tables: readonly string[]): void {
  for (const table of tables) checkIsStored(database, table, `The table ${quote(table)}`);
}

/** Returns SQL for the first rows of a table. */
export function firstOf(table: string, most: number): string {
  return `(SELECT * FROM ${table} LIMIT ${most})`;
}

function computed(what: string): Error {
  return invalid(
    `${what}, whose SQL may run for ever or fill the memory. If you trust the file, read it with trusted: true.`,
  );
}

/**
 * Iterates over the rows of a table that is stored in the file.
 *
 * @throws {FormatError} `FORMAT_INVALID` if there are more than fit into the file: its pages refer to each other
 * in circles, which SQLite does not notice.
 */
export function* storedRowsOf<Row>(database: DatabaseSync, sql: string): Generator<Row, undefined> {
  const size = 'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size';
  const { bytes } = database.prepare(size).get() as { readonly bytes: number };
  let left = bytes / leastRowLength;
  for (const row of rowsOf<Row>(database.prepare(sql))) {
    if (--left < 0)
      throw invalid('This GeoPackage is damaged: its layer has more rows than fit into the file.');
    yield row;
  }
}
