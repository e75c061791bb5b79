import { createHash } from 'node:crypto';
import type { Statement } from './database.ts';
import { keyDigest, keyPrefix, quoteTable, type TableName } from './table.ts';

/** The kinds of calls that share statements. */
export type Kind = 'get' | 'put' | 'replace' | 'delete' | 'create' | 'replaceIf' | 'deleteIf';

/** The kinds that change a record only if it has an expected content, or is absent. */
export const conditional: ReadonlySet<Kind> = new Set(['create', 'replaceIf', 'deleteIf']);

/** Names a statement. */
export function statementOf(text: string): Statement {
  return { text, name: `location_${createHash('sha256').update(text).digest('hex').slice(0, 24)}` };
}

/**
 * Returns the statements on many records of a table, one for each kind.
 *
 * Parameters of `get`: the identifiers. Rows: the position of each record found, from 1, and its Location.
 *
 * Parameters of the others: the milliseconds to wait for a lock, as text, the identifiers and, except for
 * `delete`, descriptions, latitudes and longitudes: those to write, then those to expect, if the kind has
 * them. Identifiers must be distinct, and in the same order in
 * every process, or statements could deadlock. `replace` and the conditional kinds return the
 * position of each record that they changed.
 */
export function statementsOf(name: TableName): Readonly<Record<Kind, Statement>> {
  const table = quoteTable(name);
  const patience = `set_config('lock_timeout', $1, true) AS patience`;
  const columns = '(id, description, latitude, longitude, position)';
  const three = (first: number) => `$${first}::text[], $${first + 1}::float8[], $${first + 2}::float8[]`;
  const given = `unnest($2::text[], ${three(3)}) WITH ORDINALITY AS given ${columns}`;
  const both = `unnest($2::text[], ${three(3)}, ${three(6)}) WITH ORDINALITY
           AS given (id, description, latitude, longitude, old_description, old_latitude, old_longitude, position)`;
  const expected = `unnest($2::text[], ${three(3)}) WITH ORDINALITY
           AS given (id, old_description, old_latitude, old_longitude, position)`;
  const isContent = `stored.description IS NOT DISTINCT FROM locked.old_description
       AND stored.latitude = locked.old_latitude AND stored.longitude = locked.old_longitude`;
  // UPDATE and DELETE alone lock in any order. The statement joins by the key again, not by the ctid, to find
  // a row that a concurrent statement replaced before it was locked.
  const locked = (records: string, strength: string) => `
    WITH locked AS MATERIALIZED (
      SELECT given.* FROM ${patience}, ${records}
        JOIN ${table} AS stored ON ${isSame('stored', 'given')}
       ORDER BY given.position FOR ${strength} OF stored
    )`;
  return {
    get: statementOf(`
    SELECT given.position, stored.description, stored.latitude, stored.longitude
      FROM unnest($1::text[]) WITH ORDINALITY AS given (id, position)
      JOIN ${table} AS stored ON ${isSame('stored', 'given')}`),
    put: statementOf(`
    INSERT INTO ${table} (id, description, latitude, longitude)
    SELECT given.id, given.description, given.latitude, given.longitude FROM ${patience}, ${given}
        ON CONFLICT (${keyPrefix('id')}, ${keyDigest('id')}) DO UPDATE
       SET description = excluded.description, latitude = excluded.latitude, longitude = excluded.longitude`),
    replace: statementOf(`${locked(given, 'NO KEY UPDATE')}
    UPDATE ${table} AS stored
       SET description = locked.description, latitude = locked.latitude, longitude = locked.longitude
      FROM locked WHERE ${isSame('stored', 'locked')} RETURNING locked.position`),
    delete: statementOf(`${locked('unnest($2::text[]) WITH ORDINALITY AS given (id, position)', 'UPDATE')}
    DELETE FROM ${table} AS stored USING locked WHERE ${isSame('stored', 'locked')}`),
    create: statementOf(`
      WITH created AS (
        INSERT INTO ${table} (id, description, latitude, longitude)
        SELECT given.id, given.description, given.latitude, given.longitude FROM ${patience}, ${given}
            ON CONFLICT (${keyPrefix('id')}, ${keyDigest('id')}) DO NOTHING RETURNING id)
    SELECT given.position FROM ${given} JOIN created ON created.id = given.id`),
    replaceIf: statementOf(`${locked(both, 'NO KEY UPDATE')}
    UPDATE ${table} AS stored
       SET description = locked.description, latitude = locked.latitude, longitude = locked.longitude
      FROM locked WHERE ${isSame('stored', 'locked')} AND ${isContent} RETURNING locked.position`),
    deleteIf: statementOf(`${locked(expected, 'UPDATE')}
    DELETE FROM ${table} AS stored USING locked
     WHERE ${isSame('stored', 'locked')} AND ${isContent} RETURNING locked.position`),
  };
}

/** Returns the statement for the records after an identifier: `id`, description, latitude, longitude. */
export function listStatement(name: TableName): Statement {
  return statementOf(`
    SELECT id, description, latitude, longitude FROM ${quoteTable(name)}
     WHERE (${keyPrefix('id')}, id) > (${keyPrefix('$1::text')}, $1::text)
     ORDER BY ${keyPrefix('id')}, id LIMIT $2`);
}

/** Returns the condition that two identifiers are the same, by the unique index. */
function isSame(one: string, other: string): string {
  const both = [keyPrefix, keyDigest, (id: string) => id];
  return both.map((of) => `${of(`${one}.id`)} = ${of(`${other}.id`)}`).join(' AND ');
}
