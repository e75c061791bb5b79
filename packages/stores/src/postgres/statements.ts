import { createHash } from 'node:crypto';
import { exactNumber } from './columns.ts';

/** A statement with parameters, and the name that it is prepared under. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** Every statement on the records of one table. */
export interface Statements {
  /** The identifier → `description`, `latitude`, `longitude`. */
  readonly get: Statement;
  /** An array of identifiers → their positions in it, from 1, each before what {@link get} gives. */
  readonly getMany: Statement;
  /** The identifier and the Location. */
  readonly put: Statement;
  /**
   * Arrays of identifiers, no two of which are the same, descriptions, latitudes and longitudes; and how many milliseconds
   * it waits for a lock, as text.
   */
  readonly putMany: Statement;
  /** The identifier and the Location; tells by the number of rows whether the record was there. */
  readonly replace: Statement;
  /** The identifier. */
  readonly delete: Statement;
  /** All records in their order: `id`, `description`, `latitude`, `longitude`. Without parameters. */
  readonly list: string;
}

/** Characters of an identifier that are kept in the index: four bytes each, and below what a page can take. */
const prefixLength = 512;

/** The two expressions of the unique index over an identifier, which may be of any length. */
export function keyExpressions(id: string): readonly [prefix: string, digest: string] {
  // The bytes of a text, whatever the session: convert_to is not immutable, and a cast would read "\x41" as "A".
  const bytes = `decode(replace(${id}, E'\\\\', E'\\\\\\\\'), 'escape')`;
  return [
    `left(${id}, ${prefixLength})`,
    `(CASE WHEN length(${id}) > ${prefixLength} THEN sha256(${bytes}) ELSE ''::bytea END)`,
  ];
}

/** A table as it is named in SQL. */
export function quoteTable(schema: string, table: string): string {
  return [schema, table].map((name) => `"${name.replaceAll('"', '""')}"`).join('.');
}

/** The statements for the records of `schema`.`table`. */
export function statementsFor(schema: string, table: string): Statements {
  const name = quoteTable(schema, table);
  const [prefix, digest] = keyExpressions('id');
  const [givenPrefix, givenDigest] = keyExpressions('$1::text');
  const isGiven = `${prefix} = ${givenPrefix} AND ${digest} = ${givenDigest} AND id = $1::text`;
  const [storedPrefix, storedDigest] = keyExpressions('stored.id');
  const [onePrefix, oneDigest] = keyExpressions('given.id');
  const isGivenOne = `${storedPrefix} = ${onePrefix} AND ${storedDigest} = ${oneDigest} AND stored.id = given.id`;
  const location = `description, ${exactNumber('latitude')}, ${exactNumber('longitude')}`;
  const insert = `INSERT INTO ${name} (id, description, latitude, longitude)`;
  const orReplace = `ON CONFLICT (${prefix}, ${digest}) DO UPDATE SET
       description = EXCLUDED.description, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude`;
  // Statements of two tables may share a connection of the caller.
  const suffix = createHash('sha256').update(name).digest('hex').slice(0, 16);
  const statement = (verb: string, text: string) => ({ name: `location_${verb}_${suffix}`, text });
  return {
    get: statement('get', `SELECT ${location} FROM ${name} WHERE ${isGiven}`),
    getMany: statement(
      'get_many',
      `SELECT given.position, ${location} FROM unnest($1::text[]) WITH ORDINALITY AS given (id, position)
       JOIN ${name} AS stored ON ${isGivenOne}`,
    ),
    put: statement('put', `${insert} VALUES ($1, $2, $3, $4) ${orReplace}`),
    putMany: statement(
      'put_many',
      `${insert}
       SELECT given.* FROM set_config('lock_timeout', $5, true),
       unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS given ${orReplace}`,
    ),
    replace: statement(
      'replace',
      `UPDATE ${name} SET description = $2, latitude = $3, longitude = $4 WHERE ${isGiven}`,
    ),
    delete: statement('delete', `DELETE FROM ${name} WHERE ${isGiven}`),
    list: `SELECT id, ${location} FROM ${name} ORDER BY ${prefix}, id`,
  };
}
