import { invalid } from './errors.ts';

/** A point on the Earth in decimal degrees. Both numbers are finite. */
export interface Coordinates {
  readonly latitude: number;
  readonly longitude: number;
}

/** The content of a record. Without a description, the member is missing. */
export interface Location {
  readonly description?: string | undefined;
  readonly coordinates: Coordinates;
}

/** One entry of the list: the identifier, then the Location. */
export type LocationRecord = readonly [id: string, location: Location];

/**
 * Returns the path of a record.
 *
 * @throws {ClientError} `INVALID_ARGUMENT` about an identifier that no URL can hold: `fetch` reads `.` and `..` as
 * steps between folders, and asks for the list.
 */
export function pathOf(id: string): string {
  if (!isText(id) || /^\.{0,2}$/.test(id)) {
    throw invalid('id', 'a well-formed string, not "", "." or ".."');
  }
  return `/${encodeURIComponent(id)}`;
}

/**
 * Returns a copy of a Location, without members of others and without negative zeros.
 *
 * @throws {ClientError} `INVALID_ARGUMENT` about the first wrong value.
 */
export function copyOf(location: Location): Location {
  const { description, coordinates } = location ?? {};
  if (description !== undefined && !isText(description)) {
    throw invalid('location.description', 'a well-formed string');
  }
  const degrees = (name: keyof Coordinates) => {
    const value = coordinates?.[name] as number;
    if (!Number.isFinite(value)) throw invalid(`location.coordinates.${name}`, 'a finite number');
    return value + 0;
  };
  return {
    ...(description !== undefined && { description }),
    coordinates: { latitude: degrees('latitude'), longitude: degrees('longitude') },
  };
}

/** Returns a value of a service as a Location; `null` as a description means that there is none. */
export function locationOf(value: Location): Location {
  return copyOf({ ...value, description: value.description ?? undefined });
}

/** Returns an entry of a list as a record. */
export function recordOf([id, location, ...more]: LocationRecord): LocationRecord {
  if (!isText(id) || !id || more.length) throw invalid('list', 'records');
  return [id, locationOf(location)];
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed();
}
