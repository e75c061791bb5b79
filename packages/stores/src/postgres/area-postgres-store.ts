import type { LocationRecord } from '@location-records/core';
import {
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  stripeOf,
  stripes,
  type WithinOptions,
} from '@location-records/core/areas';
import { areaPrefix, stripeExpression } from './area-index.ts';
import type { Statement } from './database.ts';
import { failures } from './failures.ts';
import { type PostgresParts, PostgresStore } from './postgres-store.ts';
import { encodeText, locationOf, type Row, recordOf } from './rows.ts';
import { statementOf } from './statements.ts';
import { quoteTable, type TableName } from './table.ts';

/** The maximum of index entries that a page looks at in each stripe. */
const maxLooks = 4096;

/** The store over an existing table with the index of area queries. */
export class AreaPostgresStore extends PostgresStore implements AreaStore {
  override readonly guarantees: AreaStore['guarantees'] = Object.freeze({
    durable: true,
    shared: true,
    listOrder: 'id-bytes',
    areaOrder: 'stripe',
    exchanges: true,
  });
  readonly #within: Statement;

  constructor(parts: PostgresParts) {
    super(parts);
    this.#within = withinStatement(parts);
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    checkWithin(box, options);
    const { west, south, east, north } = box;
    const parts = stripesFrom(box, options.after);
    if (parts.length === 0) return { records: [], next: undefined };
    const limit = Math.min(options.limit, maxLooks);
    const start = startIn(parts[0], box, options.after);
    const { rows } = await this.query(this.#within, [west, south, east, north, parts, ...start, limit + 1]);
    return this.#pageOf(rows, limit);
  }

  /** Returns the records before the first row without one, at most `limit`. */
  #pageOf(rows: readonly Row[], limit: number): AreaPage {
    const records: LocationRecord[] = [];
    for (const row of rows) {
      const before = records.at(-1);
      if (before && records.length === limit) return { records, next: positionOf(before) };
      if (row[0] === null) return { records, next: positionAt(row, before) };
      const record = recordOf(this.endpoint, row);
      if (before && compareByStripe(before, record) >= 0) {
        const problem = 'its records are not in the order of their places; run REINDEX on its table';
        throw failures.unsuitable('read from', this.endpoint, problem);
      }
      records.push(record);
    }
    return { records, next: undefined };
  }
}

/** Returns the stripes of a box, from that of the position on. */
function stripesFrom({ west, east }: Box, after: AreaPosition | undefined): number[] {
  const first = Math.max(stripeOf(west), after?.part ?? stripes.first);
  return Array.from({ length: Math.max(0, stripeOf(east) - first + 1) }, (_, index) => first + index);
}

/** Returns where to begin in the first stripe, skipping records outside the box. */
function startIn(
  stripe: number | undefined,
  { west, south, east }: Box,
  after: AreaPosition | undefined,
): readonly [latitude: number, longitude: number, id: string] {
  if (after === undefined || after.part !== stripe || after.latitude < south) return [south, west, ''];
  const { latitude, longitude, id } = after;
  if (longitude < west) return [latitude, west, ''];
  return longitude > east ? [latitude, Number.POSITIVE_INFINITY, ''] : [latitude, longitude, encodeText(id)];
}

function positionOf([id, { coordinates }]: LocationRecord): AreaPosition {
  return { part: stripeOf(coordinates.longitude), ...coordinates, id };
}

/** Returns the position of a row without a record: a place outside the box, or that of the last record. */
function positionAt(row: Row, last: LocationRecord | undefined): AreaPosition {
  // No record of the box is there, so any identifier will do.
  const beside: LocationRecord = ['~', locationOf('', '~', row)];
  const [place, latest] = [beside[1].coordinates, last?.[1].coordinates];
  const isLast = place.latitude === latest?.latitude && place.longitude === latest?.longitude;
  return positionOf(isLast && last ? last : beside);
}

/**
 * Returns the statement for one page of the records in a box. Its parameters are the box (west, south, east,
 * north), the stripes, where the first of them begins (latitude, longitude, identifier; all others begin in
 * the corner of the box), and the maximum number of rows: `id`, `description`, `latitude`, `longitude`.
 *
 * `stop` is the place of the last record that the page may have in a stripe, or the last of {@link maxLooks}
 * if fewer are in the box. It is found in the index alone, and no record beyond it is read. A row without an
 * `id` names the place where a stripe was not searched to its end; rows after it do not count. The subquery
 * around {@link maxLooks} hides the number from the planner, which would sort as many places instead of
 * reading them in order.
 */
export function withinStatement(name: TableName): Statement {
  const table = quoteTable(name);
  const [west, south, east, north] = ['$1::float8', '$2::float8', '$3::float8', '$4::float8'];
  const [parts, limit] = ['$5::int[]', '$9::int'];
  const isInStripe = `${stripeExpression('longitude')} = stripe`;
  const start = (given: string, corner: string) =>
    `CASE WHEN stripe = (${parts})[1] THEN ${given} ELSE ${corner} END`;
  // At the last latitude, no place to the west of the box counts, and none to the east of it.
  const until = `CASE WHEN stop.longitude < ${west} THEN '-Infinity' ELSE least(stop.longitude, ${east}) END`;
  return statementOf(`
    SELECT found.* FROM unnest(${parts}) AS stripe
    CROSS JOIN LATERAL (
      SELECT ${start('$6::float8', south)} AS latitude, ${start('$7::float8', west)} AS longitude,
             ${start('$8::text', "''")} AS id
    ) AS start
    LEFT JOIN LATERAL (
      WITH looked AS MATERIALIZED (
        SELECT latitude, longitude FROM ${table}
         WHERE ${isInStripe} AND (latitude, longitude) > (start.latitude, start.longitude) AND latitude <= ${north}
         ORDER BY latitude, longitude LIMIT (SELECT ${maxLooks})
      )
      (SELECT * FROM looked WHERE longitude BETWEEN ${west} AND ${east} OFFSET ${limit} - 1 LIMIT 1)
      UNION ALL
      (SELECT * FROM looked OFFSET ${maxLooks - 1} LIMIT 1)
      LIMIT 1
    ) AS stop ON true
    CROSS JOIN LATERAL (
      (SELECT id, description, latitude, longitude FROM ${table} AS stored
        WHERE ${isInStripe} AND longitude BETWEEN ${west} AND ${east}
          AND (latitude, longitude, ${areaPrefix('id')})
              >= (start.latitude, start.longitude, ${areaPrefix('start.id')})
          AND (latitude, longitude, id) > (start.latitude, start.longitude, start.id)
          AND (latitude, longitude) <= (coalesce(stop.latitude, ${north}), ${until})
        ORDER BY latitude, longitude, ${areaPrefix('id')}, id LIMIT ${limit})
      UNION ALL
      SELECT NULL, NULL, stop.latitude, stop.longitude WHERE stop.latitude IS NOT NULL
    ) AS found
    LIMIT ${limit}`);
}
