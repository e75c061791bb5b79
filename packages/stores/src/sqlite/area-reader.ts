import { compareIdentifiers, type LocationRecord } from '@location-records/core';
import { type AreaPage, type AreaPosition, type Box, stripeOf } from '@location-records/core/areas';
import {
  bindNumber,
  bindText,
  integerParameter,
  lengthOf,
  numberParameter,
  RecordStatement,
  textParameter,
} from './columns.ts';
import type { BoundValue, DatabaseSync } from './engine.ts';
import { failures } from './failures.ts';
import { areaIndex, stripeSql } from './schema.ts';
import { inTransaction } from './transaction.ts';

/** The maximum of records in a page, and how many are read at a time, since they may be long. */
const maxRecords = 2048;
const recordsAtOnce = 64;
/** In characters. A page ends when it is reached. */
const maxLength = 131_072;
/** How many entries of a stripe a query looks at. */
const maxLooks = 8192;

/** The entries of one stripe after a position and up to a latitude, in order. */
const entries = (columns: string) => `
  SELECT ${columns} FROM locations INDEXED BY ${areaIndex}
  WHERE ${stripeSql} = ?
    AND (latitude, longitude, id) > (${numberParameter}, ${numberParameter}, +${textParameter})
    AND latitude <= ${numberParameter}
  ORDER BY latitude, longitude, id LIMIT ${maxLooks}
`;

/** The entries between two longitudes, as records. The parameters begin with those of `entries`. */
const recordsSql = (columns: string) => `
  SELECT ${columns}
  FROM (${entries('longitude AS placed, id AS name')}) AS place CROSS JOIN locations ON id = name
  WHERE placed >= ${numberParameter} AND placed <= ${numberParameter}
  LIMIT ${integerParameter}
`;

/** The last of the entries, if there are `maxLooks` of them. */
const lastSql = (columns: string) => `
  SELECT ${columns} FROM (${entries('id, NULL AS description, latitude, longitude')})
  LIMIT 1 OFFSET ${maxLooks - 1}
`;

/** A place in the order of the entries of a stripe. */
type Place = Omit<AreaPosition, 'part'>;

/** Reads pages of area queries. The database must have the index. */
export class AreaReader {
  readonly #database: DatabaseSync;
  readonly #path: string;
  readonly #records: RecordStatement;
  readonly #last: RecordStatement;

  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
    this.#records = new RecordStatement(database, path, recordsSql);
    this.#last = new RecordStatement(database, path, lastSql);
  }

  /**
   * Reads the next records of a box, in one read transaction.
   *
   * @throws {StoreError} `STORE_UNSUITABLE` if the file is damaged, or another program wrote unreadable data.
   */
  readPage(box: Box, after: AreaPosition | undefined, limit: number): AreaPage {
    this.#database.exec('BEGIN');
    return inTransaction(this.#database, () => this.#page(box, after, Math.min(limit, maxRecords)));
  }

  #page(box: Box, after: AreaPosition | undefined, limit: number): AreaPage {
    const records: LocationRecord[] = [];
    const [first, last] = [stripeOf(box.west), stripeOf(box.east)];
    let length = 0;
    for (let part = Math.max(first, after?.part ?? first); part <= last; part++) {
      const isBegun = part === after?.part && after.latitude >= box.south;
      let from: Place = isBegun ? after : { latitude: box.south, longitude: box.west, id: '' };
      for (;;) {
        // One more record shows that there is a next page.
        const wanted = Math.min(recordsAtOnce, limit + 1 - records.length);
        const found = this.#read(part, from, box, wanted);
        records.push(...found);
        if (records.length > limit) return pageUpTo(records.slice(0, limit));
        length += lengthOf(found);
        if (length >= maxLength) return pageUpTo(records);
        if (found.length < wanted) break;
        from = placeOf(found.at(-1) as LocationRecord);
      }
      // All longitudes of the stripes between the first and the last are in the box.
      const end = part === first || part === last ? this.#lastBehind(part, from, box) : undefined;
      if (end && records.length === limit) return pageUpTo(records);
      if (end) return { records, next: { part, ...end } };
    }
    return { records, next: undefined };
  }

  #read(part: number, from: Place, box: Box, count: number): LocationRecord[] {
    const edges = [...bindNumber(box.west), ...bindNumber(box.east)];
    const records = this.#records.read(...entryValues(part, from, box), ...edges, count);
    let before = from;
    for (const record of records) {
      const place = placeOf(record);
      if (comparePlaces(before, place) >= 0) throw this.#damaged();
      before = place;
    }
    return records;
  }

  #lastBehind(part: number, from: Place, box: Box): Place | undefined {
    const [record] = this.#last.read(...entryValues(part, from, box));
    return record && placeOf(record);
  }

  /** Creates the error for entries out of order, on which a query would never end. */
  #damaged() {
    const problem =
      'its index of area queries is not in order, so the file is damaged, or was overwritten while it was open; restore it from a backup';
    return failures.unsuitable('read from', this.#path, problem);
  }
}

/** Returns the values of the parameters of `entries`. */
function entryValues(part: number, { latitude, longitude, id }: Place, { north }: Box): BoundValue[] {
  return [part, ...bindNumber(latitude), ...bindNumber(longitude), bindText(id), ...bindNumber(north)];
}

/** Creates a page after whose last record the next one begins. */
function pageUpTo(records: readonly LocationRecord[]): AreaPage {
  const place = placeOf(records.at(-1) as LocationRecord);
  return { records, next: { part: stripeOf(place.longitude), ...place } };
}

function placeOf([id, { coordinates }]: LocationRecord): Place {
  return { latitude: coordinates.latitude, longitude: coordinates.longitude, id };
}

function comparePlaces(a: Place, b: Place): number {
  return (
    Math.sign(a.latitude - b.latitude) ||
    Math.sign(a.longitude - b.longitude) ||
    compareIdentifiers(a.id, b.id)
  );
}
