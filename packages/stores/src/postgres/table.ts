import { type Queryable, textQuery } from './database.ts';
import { type Attempt, failures, readOnlyAdvice } from './failures.ts';

/** The name of a table. */
export interface TableName {
  readonly schema: string;
  readonly table: string;
}

/** How many characters of an identifier are in the unique index, since the keys of a btree are limited. */
const prefixLength = 512;

/** Quotes a name for SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Names a table, or another object of its schema, in SQL. */
export function quoteTable({ schema, table }: TableName): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

/** Returns the beginning of an identifier, the first expression of the unique index. */
export function keyPrefix(id: string): string {
  return `left(${id}, ${prefixLength})`;
}

/** Returns the second expression of the unique index: a digest of the bytes of a long identifier. */
export function keyDigest(id: string): string {
  // convert_to() is not immutable, and a cast to bytea would read "\x41" as "A".
  const bytes = `decode(replace(${id}, E'\\\\', E'\\\\\\\\'), 'escape')`;
  return `(CASE WHEN length(${id}) > ${prefixLength} THEN sha256(${bytes}) ELSE ''::bytea END)`;
}

/**
 * Returns the statements that create the table. An index of expressions does not identify rows for logical
 * replication, which without `REPLICA IDENTITY FULL` would refuse to replace and delete.
 */
export function creationOf(name: TableName): string {
  const table = quoteTable(name);
  return `
    CREATE TABLE ${table} (
      id text COLLATE "C" NOT NULL,
      description text COLLATE "C",
      latitude double precision NOT NULL,
      longitude double precision NOT NULL,
      CHECK (id <> '' AND abs(latitude) < 'Infinity' AND abs(longitude) < 'Infinity')
    );
    CREATE UNIQUE INDEX ON ${table} (${keyPrefix('id')}, ${keyDigest('id')});
    ALTER TABLE ${table} REPLICA IDENTITY FULL`;
}

/** Whether the schema and the table exist. */
export interface FoundTable {
  readonly hasSchema: boolean;
  readonly exists: boolean;
}

/**
 * Looks for the table, and checks it and the session. With `readOnly`, the session need not be able to write.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` if something else has its name, or records would not be kept
 * exactly and durably; `STORE_UNAVAILABLE` if the server is read-only.
 */
export async function findTable(
  session: Queryable,
  { schema, table }: TableName,
  attempt: Attempt,
  endpoint: string,
  readOnly = false,
): Promise<FoundTable> {
  const text = `
    SELECT
      current_setting('server_encoding'),
      current_setting('transaction_read_only'),
      current_setting('synchronous_commit'),
      current_setting('extra_float_digits'),
      (EXISTS (SELECT FROM pg_namespace WHERE nspname = $1))::text,
      c.relpersistence,
      (SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), collname), ', ' ORDER BY attname)
         FROM pg_attribute LEFT JOIN pg_collation l ON l.oid = attcollation
        WHERE attrelid = c.oid AND attname IN ('id', 'description', 'latitude', 'longitude') AND NOT attisdropped)
    FROM (SELECT) AS one LEFT JOIN pg_class c
      ON c.relname = $2 AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`;
  const { rows } = await session.query(textQuery(text, [schema, table]));
  const [encoding, isServerReadOnly, commit, digits, hasSchema, persistence, columns] = rows[0] as string[];
  const problem =
    (encoding !== 'UTF8' && `its text is encoded as ${encoding} instead of UTF8; choose another database`) ||
    (!readOnly &&
      commit === 'off' &&
      'synchronous_commit is off, so a write would not be durable; turn it on with ALTER ROLE') ||
    (Number(digits) < 1 && 'extra_float_digits is below 1, so numbers would be rounded; set it to 1') ||
    (persistence && problemOf(persistence, columns));
  if (problem) throw failures.unsuitable(attempt, endpoint, problem);
  if (isServerReadOnly === 'on' && !readOnly) throw failures.unavailable(attempt, endpoint, readOnlyAdvice);
  return { hasSchema: hasSchema === 'true', exists: persistence !== null };
}

const expectedColumns =
  'description text C, id text C, latitude double precision, longitude double precision';

function problemOf(persistence: string, columns: string | undefined): string | undefined {
  if (columns !== expectedColumns) {
    return `the table of that name belongs to another program, or was altered (its columns are ${columns ?? 'others'} instead of ${expectedColumns}); choose another name`;
  }
  if (persistence === 'p') return undefined;
  return 'its table is not logged, so a crash of the server would empty it; change that with ALTER TABLE … SET LOGGED';
}
