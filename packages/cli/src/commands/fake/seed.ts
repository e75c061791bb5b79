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
  const starts = recordStarts(text);
  const entries: readonly unknown[] = Array.isArray(seed)
    ? seed
    : starts.map(({ string }) => entryOf(seed, JSON.parse(string)));
  const seen = new Set<unknown>();
  return entries.map((entry, index) => {
    try {
      const record = checkRecord(entry);
      if (seen.has(record[0])) throw new InputError('The identifier is there twice.');
      seen.add(record[0]);
      return record;
    } catch (error) {
      const line = text.slice(0, starts[index]?.at).split('\n').length;
      const name =
        Array.isArray(entry) && typeof entry[0] === 'string' ? JSON.stringify(entry[0]) : index + 1;
      throw new InputError(`Line ${line}, record ${name}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function entryOf(seed: JsonObject, id: string): readonly [string, unknown] {
  return [id, seed[id]];
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

/** Where a record begins in a JSON text. */
interface RecordStart {
  readonly at: number;
  /** The string there, in quotes: the identifier of a record in an object. */
  readonly string: string;
}

/**
 * The starts of the records of a JSON text, in its order. `JSON.parse` tells neither where they are nor that an
 * identifier is there twice, and sorts identifiers that are numbers.
 */
function recordStarts(text: string): readonly RecordStart[] {
  const starts: RecordStart[] = [];
  let depth = 0;
  let isExpected = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (' \n\r\t'.includes(char)) continue;
    const end = char === '"' ? endOfString(text, at) : at;
    if (char === ']' || char === '}') depth--;
    else if (isExpected) starts.push({ at, string: text.slice(at, end + 1) });
    if (char === '[' || char === '{') depth++;
    isExpected = depth === 1 && '[{,'.includes(char);
    at = end;
  }
  return starts;
}

/** The index of the quote that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1;
  return index;
}
