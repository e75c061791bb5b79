import { checkRecord } from './check-record.ts';
import { JsonReader, readElements } from './json-reader.ts';
import type { ParseSettings, TextReader } from './parse-options.ts';
import {
  countedElements,
  kindOf,
  type ParsedEntry,
  quote,
  type RecordPosition,
  Refusal,
  refuseRecord,
} from './parsed-entry.ts';

/** Reads the list of the service: an array of pairs of identifier and Location (SPEC section 2). */
export const readJsonList: TextReader = (chunks, settings) =>
  readWhole(chunks, '[', 'list', 'value', readPair, settings);

/** Reads an object of Locations by identifier. */
export const readJsonObject: TextReader = (chunks, settings) =>
  readWhole(chunks, '{', 'object', 'member', readMember, settings);

/** Reads a file that is one array or object with nothing but records in it. */
async function* readWhole(
  chunks: AsyncIterable<Uint8Array>,
  opener: '[' | '{',
  container: string,
  part: 'value' | 'member',
  read: (position: RecordPosition, value: unknown, settings: ParseSettings) => ParsedEntry,
  settings: ParseSettings,
): AsyncGenerator<readonly ParsedEntry[], undefined> {
  const json = new JsonReader(chunks, settings);
  try {
    await json.open(opener, `a JSON ${container}`);
    yield* readElements(json, { part, read: (position, value) => read(position, value, settings) });
    await json.end(container);
  } finally {
    await json.close();
  }
}

function readPair(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  if (Array.isArray(value) && value.length === 2) return readLocation(position, value[0], value[1], settings);
  const found = Array.isArray(value)
    ? `has ${countedElements(value.length)}, not 2`
    : `is ${kindOf(value)}, not a pair`;
  const isFeature = isMembers(value) && value.type === 'Feature';
  const advice = isFeature
    ? 'put Features into a FeatureCollection: {"type":"FeatureCollection","features":[ … ]}'
    : 'a record is a pair of identifier and Location';
  const refusal = new Refusal('SPEC 2', `it ${found}`, advice);
  return refuseRecord(position, refusal, Array.isArray(value) ? value[0] : undefined);
}

function readMember(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  const [[id, location] = []] = Object.entries(value as Members);
  return readLocation(position, id, location, settings);
}

/** Returns the entry of an identifier and a Location (SPEC section 2) from their JSON. */
function readLocation(
  position: RecordPosition,
  id: unknown,
  location: unknown,
  settings: ParseSettings,
): ParsedEntry {
  try {
    // Unknown members are reported before missing ones, which they may be misspellings of.
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

/** An object of JSON. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value of JSON is an object. */
export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Refuses members that are not known (D29).
 *
 * @param what `property`, if they are properties.
 * @throws {Refusal} about the first one that is not known.
 */
export function checkMembers(value: Members, known: readonly string[], what = 'member'): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const advice = "properties: 'ignore' leaves out what a record does not have";
  throw new Refusal('D29', `unknown ${what} ${quote(unknown)}`, advice);
}
