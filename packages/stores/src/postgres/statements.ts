import { createHash } from 'node:crypto';
import { exactNumber } from './columns.ts';
import type { Query } from './text-query.ts';

/** A statement with parameters, and the name for preparing it. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A statement with the values of its parameters. */
export function queryOf({ name, text }: Statement, values: Query['values']): Query {
  return { name, text, values };
}

/** Every statement on the records of one table. */
export interface Statements {
  /** The identifier → `description`, `latitude`, `longitude`. */
  readonly get: Statement;
  /** An array of identifiers → the position in it, from 1, and the columns of {@link get}. */
  readonly getMany: Statement;
  /** The identifier and the Location. */
  readonly put: Statement;
  /**
   * Arrays of different identifiers, descriptions, latitudes and longitudes, and the time to wait for a lock
   * (ms, as text).
   */
  readonly putMany: Statement;
  /** The identifier and the Location. The number of rows tells whether the record existed. */
  readonly replace: Statement;
  /**
   * What {@link putMany} has → the position of each record that existed, from 1. It locks them in the order of
   * the arrays.
   */
  readonly replaceMany: Statement;
  /** The identifier. */
  readonly delete: Statement;
  /** An array of different identifiers, and the time to wait for a lock. It locks as {@link replaceMany} does. */
  readonly deleteMany: Statement;
  /** All records in their order: `id`, `description`, `latitude`, `longitude`. Without parameters. */
  readonly list: string;
}

/** How many characters of an identifier are in the index: four bytes each, and below the limit of a page. */
const prefixLength = 512;

/** The two expressions of the unique index over an identifier, which may be of any length. */
export function keyExpressions(id: string): readonly [prefix: string, digest: string] {
  // The bytes of a text in any session: convert_to is not immutable, and a cast would read "\x41" as "A".
  const bytes = `decode(replace(${id}, E'\\\\', E'\\\\\\\\'), 'escape')`;
  return [
    `left(${id}, ${prefixLength})`,
    `(CASE WHEN length(${id}) > ${prefixLength} THEN sha256(${bytes}) ELSE ''::bytea END)`,
  ];
}

/** The maximum length of a name in bytes. PostgreSQL cuts longer names silently, so that two of them may be one. */
export const maxNameLength = 63;

/** A name as it is written in SQL. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A table, or another object of a schema, as it is named in SQL. */
export function quoteTable(schema: string, table: string): string {
  return `${quoteName(schema)}.${quoteName(table)}`;
}

/** A statement on a table as {@link quoteTable} names it. */
export function statementOf(table: string, verb: string, text: string): Statement {
  // Stores of two tables may share a connection of the caller.
  const suffix = createHash('sha256').update(table).digest('hex').slice(0, 16);
  return { name: `location_${verb}_${suffix}`, text };
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
  // An UPDATE or a DELETE alone would lock in an order of its own, and could deadlock with other statements.
  const locked = (given: string, lockTimeout: string, strength: string) =>
    `WITH locked AS MATERIALIZED (
       SELECT given.* FROM set_config('lock_timeout', ${lockTimeout}, true), ${given}
       JOIN ${name} AS stored ON ${isGivenOne} ORDER BY given.position FOR ${strength} OF stored
     )`;
  const isLocked = isGivenOne.replaceAll('given.id', 'locked.id');
  const statement = (verb: string, text: string) => statementOf(name, verb, text);
  return {
    get: statement('get', `SELECT ${location} FROM ${name} WHERE ${isGiven}`),
    getMany: statement(
      'get_many',
      `SELECT given.position::text, ${location} FROM unnest($1::text[]) WITH ORDINALITY AS given (id, position)
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
    replaceMany: statement(
      'replace_many',
      `${locked(
        `unnest($1::text[], $2::text[], $3::float8[], $4::float8[])
       WITH ORDINALITY AS given (id, description, latitude, longitude, position)`,
        '$5',
        'NO KEY UPDATE',
      )}
     UPDATE ${name} AS stored
       SET description = locked.description, latitude = locked.latitude, longitude = locked.longitude
       FROM locked WHERE ${isLocked} RETURNING locked.position::text`,
    ),
    delete: statement('delete', `DELETE FROM ${name} WHERE ${isGiven}`),
    deleteMany: statement(
      'delete_many',
      `${locked('unnest($1::text[]) WITH ORDINALITY AS given (id, position)', '$2', 'UPDATE')}
     DELETE FROM ${name} AS stored USING locked WHERE ${isLocked}`,
    ),
    list: `SELECT id, ${location} FROM ${name} ORDER BY ${prefix}, id`,
  };
}
