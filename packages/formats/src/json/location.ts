import { checkRecord } from '../check-record.ts';
import { nearestName } from '../nearest-name.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { kindOf, quote, Refusal, refuseRecord } from '../refusal.ts';

/** The members of an object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** Makes an entry of an identifier and a Location as in SPEC section 2, both as they are in JSON. */
export function readLocation(
  position: RecordPosition,
  id: unknown,
  location: unknown,
  settings: ParseSettings,
): ParsedEntry {
  try {
    // An unknown member comes before a missing one, as in the service: it may be a slip of it.
    const { description, coordinates } = asMembers(
      location,
      'the Location',
      ['description', 'coordinates'],
      settings,
    );
    const { latitude, longitude } = asMembers(
      coordinates,
      '"coordinates"',
      ['latitude', 'longitude'],
      settings,
    );
    return checkRecord(position, { id, description, latitude, longitude }, settings);
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error, id);
    throw error;
  }
}

function asMembers(
  value: unknown,
  what: string,
  known: readonly string[],
  { ignoreProperties }: ParseSettings,
): Members {
  if (!isMembers(value)) {
    const is = value === undefined ? `${what} is missing` : `${what} is ${kindOf(value)}, not an object`;
    throw new Refusal('SPEC 2', is);
  }
  if (!ignoreProperties) checkMembers(value, known);
  return value;
}

/** Whether a value of JSON is an object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Refuses members that are not known (D29).
 *
 * @param what says where they are: `property`.
 * @throws {Refusal} about the first one that is not known.
 */
export function checkMembers(value: Members, known: readonly string[], what = 'member'): void {
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const meant = nearestName(name, known);
    const advice = meant === undefined ? ignoreThem : `did you mean ${quote(meant)}?`;
    throw new Refusal('D29', `unknown ${what} ${quote(name)}`, advice);
  }
}

const ignoreThem = "properties: 'ignore' leaves out what a record does not have";
