import { createHash } from 'node:crypto';
import { firstStripe, lastStripe, stripeWidth } from '@location-records/core/areas';
import { exactNumber } from './columns.ts';
import { maxNameLength, quoteName, quoteTable, type Statement, statementOf } from './statements.ts';

/** The maximum of index entries that are looked at in a stripe for one page: a millisecond or two. */
export const maxLooks = 4096;

/**
 * How many characters of an identifier are in the index, where they order the records of one point. Longer ones would
 * only make the index larger.
 */
const prefixLength = 64;

/** The SQL of `stripeOf` in `@location-records/core/areas`, which never overflows. */
export function stripeExpression(longitude: string): string {
  const stripe = `trunc((${longitude} + 180) / ${stripeWidth}::float8)`;
  return `(greatest(least(${stripe}, ${lastStripe}), ${firstStripe})::int)`;
}

/** The name of the index for area queries of a table, in the schema of the table. */
export function areaIndexName(table: string): string {
  const name = `${table}_areas_idx`;
  if (Buffer.byteLength(name) <= maxNameLength) return name;
  return `areas_${createHash('sha256').update(table).digest('hex').slice(0, 32)}_idx`;
}

/** The statement that makes the index of area queries while others read and write the table. */
export function areaIndexCreation(schema: string, table: string): string {
  return `CREATE INDEX CONCURRENTLY IF NOT EXISTS ${quoteName(areaIndexName(table))} ON ${quoteTable(schema, table)}
    (${stripeExpression('longitude')}, latitude, longitude, left(id, ${prefixLength}))`;
}

/** The statement that removes it. */
export function areaIndexRemoval(schema: string, table: string): string {
  return `DROP INDEX CONCURRENTLY IF EXISTS ${quoteTable(schema, areaIndexName(table))}`;
}

/**
 * One page of the records in a box. Its parameters are the box (west, south, east, north), an array of stripes, where
 * the first of them begins (latitude, longitude, identifier; all others begin in the corner of the box), and the maximum
 * number of rows.
 *
 * The rows are `id`, `description`, `latitude`, `longitude`. A row without an `id` follows the records of a stripe that
 * was not searched to its end: it names the last place that was looked at, and the rows after it do not count.
 *
 * For each stripe, `stop` is the place of the last record that the page may have, or the last of {@link maxLooks} where
 * fewer are in the box. It is found in the index alone. Whichever plan the server takes for the records, it reads none
 * beyond `stop`. The subquery around {@link maxLooks} hides the number from the planner, which would sort as many places in
 * place of reading them in order.
 */
export function withinStatement(schema: string, table: string): Statement {
  const name = quoteTable(schema, table);
  const [west, south, east, north] = ['$1::float8', '$2::float8', '$3::float8', '$4::float8'];
  const [stripes, limit] = ['$5::int[]', '$9::int'];
  const isInStripe = `${stripeExpression('longitude')} = stripe`;
  const start = (given: string, corner: string) =>
    `CASE WHEN stripe = (${stripes})[1] THEN ${given} ELSE ${corner} END`;
  // No place to the west of the box counts at the last latitude, and none to the east of it.
  const until = `CASE WHEN stop.longitude < ${west} THEN '-Infinity' ELSE least(stop.longitude, ${east}) END`;
  const text = `
    SELECT found.* FROM unnest(${stripes}) AS stripe
    CROSS JOIN LATERAL (
      SELECT ${start('$6::float8', south)} AS latitude, ${start('$7::float8', west)} AS longitude,
             ${start('$8::text', "''")} AS id
    ) AS start
    LEFT JOIN LATERAL (
      WITH looked AS MATERIALIZED (
        SELECT latitude, longitude FROM ${name}
         WHERE ${isInStripe} AND (latitude, longitude) > (start.latitude, start.longitude) AND latitude <= ${north}
         ORDER BY latitude, longitude LIMIT (SELECT ${maxLooks})
      )
      (SELECT * FROM looked WHERE longitude BETWEEN ${west} AND ${east} OFFSET ${limit} - 1 LIMIT 1)
      UNION ALL
      (SELECT * FROM looked OFFSET ${maxLooks - 1} LIMIT 1)
      LIMIT 1
    ) AS stop ON true
    CROSS JOIN LATERAL (
      (SELECT id, description, ${exactNumber('latitude')}, ${exactNumber('longitude')}
         FROM ${name} AS stored
        WHERE ${isInStripe} AND longitude BETWEEN ${west} AND ${east}
          AND (latitude, longitude, left(id, ${prefixLength}))
              >= (start.latitude, start.longitude, left(start.id, ${prefixLength}))
          AND (latitude, longitude, id) > (start.latitude, start.longitude, start.id)
          AND (latitude, longitude) <= (coalesce(stop.latitude, ${north}), ${until})
        ORDER BY latitude, longitude, left(id, ${prefixLength}), id LIMIT ${limit})
      UNION ALL
      SELECT NULL, NULL, ${exactNumber('stop.latitude')}, ${exactNumber('stop.longitude')}
       WHERE stop.latitude IS NOT NULL
    ) AS found
    LIMIT ${limit}`;
  return statementOf(name, 'within', text);
}
