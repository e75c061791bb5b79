import {
  type Coordinates,
  checkIdentifier,
  checkLocation,
  InvalidArgumentError,
  type Location,
  type LocationRecord,
} from '@location-records/core';
import { kindOf, type ParsedEntry, type RecordPosition, Refusal, refuseRecord } from './parsed-entry.ts';

/** The parts of a record as a reader finds them, of any type. A missing part is `undefined`. */
export interface RecordParts {
  readonly id: unknown;
  /** `null` means that there is none, as in the service (D27). */
  readonly description: unknown;
  readonly latitude: unknown;
  readonly longitude: unknown;
}

/**
 * Returns the entry of a record from its parts. Uses the checks of the core, so that a record that was read
 * is never one that a store refuses.
 */
export function checkRecord(
  position: RecordPosition,
  { id, description, latitude, longitude }: RecordParts,
  { strictCoordinates }: { readonly strictCoordinates: boolean },
): ParsedEntry {
  const coordinates = { latitude: withoutMinusZero(latitude), longitude: withoutMinusZero(longitude) };
  const location = (
    description === undefined || description === null ? { coordinates } : { description, coordinates }
  ) as Location;
  try {
    checkIdentifier(id as string);
    checkLocation(location);
  } catch {
    const refusal =
      explainIdentifier(id) ?? explainDescription(description) ?? explainCoordinates(coordinates);
    return refuseRecord(position, refusal, id);
  }
  const { index, line, byte } = position;
  const record = [id as string, location] as const;
  const outside = findOutside(location.coordinates);
  if (outside === undefined) return { index, line, byte, record };
  const doubt = doubtOf(location.coordinates);
  if (strictCoordinates) return refuseRecord(position, new Refusal('D32', outside, doubt), id);
  return { index, line, byte, record, doubt: doubt === undefined ? outside : `${outside}: ${doubt}` };
}

/** The service keeps -0 as 0 (D31). */
function withoutMinusZero(value: unknown): unknown {
  return value === 0 ? 0 : value;
}

function explainIdentifier(id: unknown): Refusal | undefined {
  if (id === undefined) return new Refusal('SPEC 2', 'the identifier is missing');
  if (id === '') return new Refusal('D8', 'the identifier is empty');
  if (typeof id !== 'string') return new Refusal('SPEC 2', `the identifier is ${kindOf(id)}, not a string`);
  return id.isWellFormed() ? undefined : new Refusal('D1', 'lone surrogate in the identifier');
}

function explainDescription(description: unknown): Refusal | undefined {
  if (description === undefined || description === null) return undefined;
  if (typeof description !== 'string') {
    return new Refusal('D27', `the description is ${kindOf(description)}, not a string`);
  }
  return description.isWellFormed() ? undefined : new Refusal('D33', 'lone surrogate in the description');
}

function explainCoordinates(coordinates: Readonly<Record<'latitude' | 'longitude', unknown>>): Refusal {
  const name = Number.isFinite(coordinates.latitude) ? 'longitude' : 'latitude';
  const value = coordinates[name];
  if (value === undefined) return new Refusal('SPEC 2', `the ${name} is missing`);
  if (typeof value === 'number') return new Refusal('D31', `the ${name} is not finite`);
  const isNumeral = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return new Refusal(
    'SPEC 2',
    `the ${name} is ${kindOf(value)}, not a number`,
    isNumeral ? `write ${value.trim()} without quotes` : undefined,
  );
}

/** Names the coordinate that is beyond the usual range (D32). */
function findOutside({ latitude, longitude }: Coordinates): string | undefined {
  if (Math.abs(latitude) > 90) return `the latitude ${latitude} is beyond ±90`;
  if (Math.abs(longitude) > 180) return `the longitude ${longitude} is beyond ±180`;
  return undefined;
}

/** Half of the circumference of the Earth in metres, the edge of the map in Web Mercator. */
const mercatorEdge = 20_037_509;

/** Says what coordinates beyond the usual range probably are. */
function doubtOf({ latitude, longitude }: Coordinates): string | undefined {
  const north = Math.abs(latitude);
  const east = Math.abs(longitude);
  // 91, 0 and 99.999999, 0 of registers, and -999, -999.
  if ((north > 90 && east === 0) || (latitude === longitude && /^9+$/.test(String(north)))) {
    return 'this often stands for an unknown position';
  }
  if (north <= 180 && north > 90 && east <= 90) return 'latitude and longitude look swapped';
  if (Number.isInteger(latitude) && Number.isInteger(longitude)) {
    if (Math.max(north, east) > 1_000_000 && isWithin(north, east, 1e7)) {
      const scales = isWithin(north, east, 1e6) ? '1e6 or 1e7' : '1e7 (E7)';
      return `they look like integers scaled by ${scales}: divide them`;
    }
  } else if (Math.max(north, east) > 1000 && north <= mercatorEdge && east <= mercatorEdge) {
    return 'they look like metres of a projection: convert them to EPSG:4326, such as with ogr2ogr -t_srs EPSG:4326';
  }
  return undefined;
}

function isWithin(north: number, east: number, scale: number): boolean {
  return north <= 90 * scale && east <= 180 * scale;
}

/**
 * Checks a record before it is written, so that it can be read again.
 *
 * @throws {InvalidArgumentError} about `record`, `id` or a part of `location`.
 */
export function checkWritten(record: LocationRecord): void {
  if (!Array.isArray(record)) throw new InvalidArgumentError('record', 'a pair of identifier and Location');
  checkIdentifier(record[0]);
  checkLocation(record[1]);
}
