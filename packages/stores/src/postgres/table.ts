import type { Connection } from './connection.ts';
import type { Deadline } from './deadline.ts';
import { type Attempt, failures } from './failures.ts';
import { keyExpressions, quoteName, quoteTable } from './statements.ts';

/** The comment of the table, which marks it as this service's, up to the number of its schema. */
const mark = 'Records of location-records, schema ';
const version = 1;
const columns = 'description text C, id text C, latitude double precision -, longitude double precision -';

/** What was found under the name of the table. */
interface Found {
  readonly encoding: string;
  readonly isReadOnly: boolean;
  readonly hasSchema: boolean;
  /** Whether the name is taken. */
  readonly isThere: boolean;
  readonly comment: string;
  /** `p` when it survives a crash of the server (pg_class.relpersistence). */
  readonly persistence: string;
  /** The columns that the store needs, with their types and collations. */
  readonly columns: string;
}

/** Reads what has the name of the table, in one statement. */
export async function findTable(
  connection: Connection,
  schema: string,
  table: string,
  deadline: Deadline,
): Promise<Found> {
  const text = `
    SELECT
      current_setting('server_encoding'),
      (current_setting('transaction_read_only') = 'on')::text,
      (EXISTS (SELECT FROM pg_namespace WHERE nspname = $1))::text,
      (c.oid IS NOT NULL)::text,
      coalesce(obj_description(c.oid, 'pg_class'), ''),
      coalesce(c.relpersistence::text, ''),
      (SELECT coalesce(string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), coalesce(collname, '-')),
              ', ' ORDER BY attname), '')
         FROM pg_attribute LEFT JOIN pg_collation l ON l.oid = attcollation
        WHERE attrelid = c.oid AND attname IN ('id', 'description', 'latitude', 'longitude') AND NOT attisdropped)
    FROM (SELECT) AS one LEFT JOIN pg_class c
      ON c.relname = $2 AND c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)`;
  const { rows } = await connection.query({ text, values: [schema, table] }, deadline);
  const [encoding = '', isReadOnly, hasSchema, isThere, comment = '', persistence = '', found = ''] =
    rows[0] as string[];
  return {
    encoding,
    isReadOnly: isReadOnly === 'true',
    hasSchema: hasSchema === 'true',
    isThere: isThere === 'true',
    comment,
    persistence,
    columns: found,
  };
}

/**
 * Checks that what was found is a table of this service that this version can use.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when it is not.
 */
export function checkTable(found: Found, attempt: Attempt, endpoint: string): void {
  const problem = problemOf(found);
  if (problem) throw failures.unsuitable(attempt, endpoint, problem);
}

/**
 * Checks that the database can hold the table.
 *
 * @throws {StoreError} `STORE_UNSUITABLE` when it cannot.
 */
export function checkEncoding({ encoding }: Found, attempt: Attempt, endpoint: string): void {
  if (encoding === 'UTF8') return;
  const problem = `its text is encoded as ${encoding} instead of UTF8; choose another database`;
  throw failures.unsuitable(attempt, endpoint, problem);
}

function problemOf(found: Found): string | undefined {
  const written = found.comment.startsWith(mark) ? Number(found.comment.slice(mark.length)) : 0;
  if (written > version) {
    return `its table has schema ${written}, made by a newer version of this service; this version knows schema ${version}, so update it`;
  }
  if (written !== version) return 'the table of that name belongs to another program; choose another name';
  if (found.columns === columns && found.persistence !== 'p') {
    return 'its table is not logged, so that a crash of the server would empty it; make it so with ALTER TABLE … SET LOGGED';
  }
  if (found.columns === columns) return undefined;
  return 'its table differs from the one that this service creates; restore it from a backup, or choose another name';
}

/** The statements that create the table. People may read and write it with SQL of their own. */
export function creationOf(schema: string, table: string, hasSchema: boolean): string {
  const name = quoteTable(schema, table);
  return [
    ...(hasSchema ? [] : [`CREATE SCHEMA ${quoteName(schema)}`]),
    // One cheap condition: each makes every write slower. NaN is above infinity.
    `CREATE TABLE ${name} (
      id text COLLATE "C" NOT NULL,
      description text COLLATE "C",
      latitude double precision NOT NULL,
      longitude double precision NOT NULL,
      CHECK (id <> '' AND abs(latitude) < 'Infinity' AND abs(longitude) < 'Infinity')
    )`,
    // Keys of a btree are limited, unlike identifiers: the index has their beginning, and a digest of long
    // ones.
    `CREATE UNIQUE INDEX ON ${name} (${keyExpressions('id').join(', ')})`,
    // Such an index identifies no row for logical replication, which would refuse to replace and delete.
    `ALTER TABLE ${name} REPLICA IDENTITY FULL`,
    `COMMENT ON TABLE ${name} IS '${mark}${version}'`,
  ].join(';\n');
}
