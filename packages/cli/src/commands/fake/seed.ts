import { checkIdentifier, checkLocation, type Location, type LocationRecord } from '@location-records/core';
import { checkMembers, InputError, isObject, type JsonObject, parseJson, withMembers } from './members.ts';

/** The names in a seed of what a check of the core calls otherwise. */
const names = {
  id: 'identifier',
  'location.description': 'description',
  'location.coordinates.latitude': 'coordinates.latitude',
  'location.coordinates.longitude': 'coordinates.longitude',
};

/**
 * The records of a JSON text: an object of Locations by their identifiers, or pairs as in the list of the service.
 *
 * @throws {InputError} that names the line and the record.
 */
export function parseSeed(text: string): readonly LocationRecord[] {
  const seed = parseJson(text);
  if (!Array.isArray(seed) && !isObject(seed)) {
    throw new InputError(
      'Records must be an object of Locations by identifier, or pairs [identifier, Location].',
    );
  }
  const entries: readonly unknown[] = Array.isArray(seed) ? seed : Object.entries(seed);
  const seen = new Set<unknown>();
  return entries.map((entry, index) => {
    try {
      const record = checkRecord(entry);
      if (seen.has(record[0])) throw new InputError('The identifier is there twice.');
      seen.add(record[0]);
      return record;
    } catch (error) {
      const name = Array.isArray(entry) && typeof entry[0] === 'string' ? ` ${JSON.stringify(entry[0])}` : '';
      // An object has its members in another order than its text when their names are numbers.
      const line = Array.isArray(seed) ? `Line ${lineOf(text, index)}, record` : 'Record';
      throw new InputError(`${line}${name || ` ${index + 1}`}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  });
}

function checkRecord(entry: unknown): LocationRecord {
  if (!Array.isArray(entry) || entry.length !== 2)
    throw new InputError('It must be a pair [identifier, Location].');
  const [id, content] = entry as [unknown, unknown];
  withMembers(() => checkIdentifier(id as string), names);
  if (!isObject(content)) throw new InputError('A Location must be an object.');
  checkMembers(content, ['description', 'coordinates']);
  if (isObject(content.coordinates)) checkMembers(content.coordinates, ['latitude', 'longitude']);
  // As the service writes it with `--absent-description null`.
  const { description, ...rest }: JsonObject = content;
  const location = (description === null ? rest : content) as unknown as Location;
  withMembers(() => checkLocation(location), names);
  return [id as string, location];
}

/** The line of an element of an array, from 1. */
function lineOf(text: string, index: number): number {
  let depth = 0;
  let elements = 0;
  let isExpected = false;
  for (const { 0: token, index: at } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s[\]{},":]+/g)) {
    if (isExpected && elements === index + 1) return text.slice(0, at).split('\n').length;
    isExpected = false;
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    if (depth === 1 && (token === ',' || (token === '[' && elements === 0))) {
      elements++;
      isExpected = true;
    }
  }
  return 1;
}
