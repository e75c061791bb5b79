import { checkRecord } from '../check-record.ts';
import type { ParsedEntry } from '../parsed-entry.ts';
import { quote, Refusal, refuseRecord, shortened } from '../parsed-entry.ts';
import { type Fields, isGeometry, type Row } from '../rows/row.ts';
import {
  type CoordinateFields,
  fieldsOfCoordinates,
  isEmpty,
  type RawPoint,
  readPoint,
} from './choose-coordinates.ts';
import type { DescriptionRule } from './description.ts';
import { type IdentifierRule, identifierOf } from './identifiers.ts';

/** How the rows of a file become records. */
export interface Plan {
  readonly coordinates: CoordinateFields;
  /** What is read in rows whose coordinates are not there, such as the center of a way in OpenStreetMap. */
  readonly substitutes: readonly CoordinateFields[];
  /** Converts what the file has to degrees. */
  readonly toDegrees: (point: RawPoint, fields: CoordinateFields) => RawPoint;
  readonly identifier: IdentifierRule;
  readonly description: DescriptionRule;
  /** Whether the fields are those of this service, whose texts are taken as they are. */
  readonly isExact: boolean;
  readonly strictCoordinates: boolean;
}

/** Returns the point of a row in degrees, or why it has none. */
export function locate(row: Row, { coordinates, substitutes, toDegrees }: Plan): RawPoint | Refusal {
  const point = readPoint(coordinates, row.fields);
  if (point) return toDegrees(point, coordinates);
  for (const fields of substitutes) {
    const other = readPoint(fields, row.fields);
    if (other) return toDegrees(other, fields);
  }
  return explainPoint(coordinates, row.fields);
}

/** Returns the entry of a row. `finish` completes its identifier. */
export function toEntry(row: Row, plan: Plan, finish: (id: string) => string): ParsedEntry {
  const point = locate(row, plan);
  const plain = identifierOf(plan.identifier, row, plan.isExact);
  if (point instanceof Refusal) return refuseRecord(row, point, plain);
  const { latitude, longitude } = point;
  const id = plain === undefined || plain === '' ? plain : finish(plain);
  const parts = { id, description: plan.description(row.fields), latitude, longitude };
  const entry = checkRecord(row, parts, plan);
  if (plan.isExact || !('record' in entry) || latitude !== 0 || longitude !== 0) return entry;
  return { ...entry, doubt: 'its coordinates are 0, 0, which often means that they are unknown' };
}

function explainPoint(fields: CoordinateFields, row: Fields): Refusal {
  if (isEmpty(fields, row)) return new Refusal('SPEC 2', 'it has no coordinates');
  if (fields.kind === 'two') {
    const values = fieldsOfCoordinates(fields).map((name) => shown(row.get(name)));
    return new Refusal('SPEC 2', `${values.join(', ')} are no coordinates`);
  }
  const value = row.get(fields.name);
  if (isGeometry(value)) {
    const advice = 'use a point of it, such as its centroid';
    if (value.type !== 'Point') {
      return new Refusal('RFC 7946 3.1.2', `the geometry is a ${shortened(value.type)}, not a Point`, advice);
    }
    return new Refusal('RFC 7946 3.1.2', 'the Point has no two numbers');
  }
  return new Refusal('SPEC 2', `${shown(value)} is no point`);
}

function shown(value: unknown): string {
  return quote(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
}
