import type { LocationRecord } from '@location-records/core';
import {
  type AreaGuarantees,
  type AreaPage,
  type AreaPosition,
  type AreaStore,
  type Box,
  checkWithin,
  compareByStripe,
  firstStripe,
  stripeOf,
  type WithinOptions,
} from '@location-records/core/areas';
import { maxLooks } from './area-statements.ts';
import { encodeText, rowCoordinates, rowRecord } from './columns.ts';
import { failures } from './failures.ts';
import { type PostgresParts, PostgresStore, postgresGuarantees } from './postgres-store.ts';
import { queryOf, type Statement } from './statements.ts';

/** What an {@link AreaPostgresStore} works with. */
export interface AreaPostgresParts extends PostgresParts {
  /** One page of the records in a box. */
  readonly within: Statement;
}

/** The store over an existing table with the index of area queries. */
export class AreaPostgresStore extends PostgresStore implements AreaStore {
  override readonly guarantees: AreaGuarantees = Object.freeze({
    ...postgresGuarantees,
    areaOrder: 'stripe',
  });
  readonly #within: Statement;
  readonly #endpoint: string;

  constructor(parts: AreaPostgresParts) {
    super(parts);
    this.#within = parts.within;
    this.#endpoint = parts.endpoint;
  }

  async within(box: Box, options: WithinOptions): Promise<AreaPage> {
    this.checkOpen();
    checkWithin(box, options);
    const { west, south, east, north } = box;
    const stripes = stripesFrom(box, options.after);
    if (stripes.length === 0) return { records: [], next: undefined };
    const limit = Math.min(options.limit, maxLooks);
    const values = [west, south, east, north, stripes, ...startIn(stripes[0], box, options.after), limit + 1];
    const { rows } = await this.runner.run('read from', queryOf(this.#within, values));
    return this.#page(rows, limit);
  }

  /** The records before the first row without one, of which there are up to `limit`. */
  #page(rows: readonly (readonly (string | null)[])[], limit: number): AreaPage {
    const records: LocationRecord[] = [];
    for (const row of rows) {
      const before = records.at(-1);
      if (records.length === limit) return { records, next: positionOf(before as LocationRecord) };
      if (row[0] === null) return { records, next: positionAt(row, before) };
      const record = rowRecord(this.#endpoint, row);
      if (before && compareByStripe(before, record) >= 0) {
        const problem = 'its records are not in the order of their places; run REINDEX on its table';
        throw failures.unsuitable('read from', this.#endpoint, problem);
      }
      records.push(record);
    }
    return { records, next: undefined };
  }
}

/** The stripes of a box, from the one that has the position on. */
function stripesFrom({ west, east }: Box, after: AreaPosition | undefined): number[] {
  const first = Math.max(stripeOf(west), after?.part ?? firstStripe);
  return Array.from({ length: Math.max(0, stripeOf(east) - first + 1) }, (_, index) => first + index);
}

/** Where to begin in the first stripe: the latitude, the longitude, and the identifier before the first that counts. */
function startIn(
  stripe: number | undefined,
  { west, south, east }: Box,
  after: AreaPosition | undefined,
): readonly [latitude: number, longitude: number, id: string] {
  if (after === undefined || after.part !== stripe || after.latitude < south) return [south, west, ''];
  const { latitude, longitude, id } = after;
  // Records beside the box need not be passed one by one.
  if (longitude < west) return [latitude, west, ''];
  return longitude > east ? [latitude, Number.POSITIVE_INFINITY, ''] : [latitude, longitude, encodeText(id)];
}

function positionOf([id, { coordinates }]: LocationRecord): AreaPosition {
  return { part: stripeOf(coordinates.longitude), ...coordinates, id };
}

/** The position of a row without a record, which is a place beside the box or that of the last record. */
function positionAt(row: readonly (string | null)[], last: LocationRecord | undefined): AreaPosition {
  const place = rowCoordinates(row);
  const { latitude, longitude } = last?.[1].coordinates ?? {};
  if (last && latitude === place.latitude && longitude === place.longitude) return positionOf(last);
  // No record of the box is there, so that every identifier will do.
  return { part: stripeOf(place.longitude), ...place, id: '~' };
}
