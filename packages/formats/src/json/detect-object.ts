import { type FormatError, unknownFormat } from '../format-error.ts';

const token = /"(?:[^"\\]|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/g;

/**
 * Tells the format of a text whose first value is an object of JSON, by the members of this object.
 *
 * @param text how it begins, in Latin-1.
 * @param isCut whether more may follow.
 * @throws {FormatError} when it has no records.
 */
export function detectObject(text: string, isCut: boolean): 'geojson' | 'ndjson' | 'json-object' {
  const values = new Map<string, string>();
  let start: number | undefined;
  for (const { name, value, index } of membersOf(text)) {
    if (name === '"type"' && value.startsWith('"')) {
      if (value === '"Topology"') throw unknownFormat('it is TopoJSON. Convert it to GeoJSON');
      return value === '"Feature"' && hasLines(text) ? 'ndjson' : 'geojson';
    }
    if (esriMembers.includes(name)) throw esriJson();
    if (name === '"features"' && value === '[') {
      if (esriFeature.test(text.slice(index))) throw esriJson();
      return 'geojson';
    }
    if (name === '"error_message"' && value.startsWith('"')) {
      throw unknownFormat(`it is an Error object of the service: ${value.slice(0, 200)}`);
    }
    values.set(name, value);
    start ??= index;
  }
  const [first = '{'] = values.values();
  if (first === '{') {
    // Where the text ends within the first member, only a Location in it shows that the others are records.
    const isUnclear = isCut && values.size === 1 && !location.test(text.slice(start));
    if (isUnclear) throw unknownFormat('its first member is too long. Name the format');
    return 'json-object';
  }
  throw unknownFormat('it is an object of JSON, but neither GeoJSON nor Locations by identifier');
}

/** Members that Esri JSON has beside its features, as they are written. */
const esriMembers: readonly string[] = ['"geometryType"', '"objectIdFieldName"', '"fieldAliases"'];

/** How a Location begins. */
const location = /^\{\s*(?:"(?:coordinates|description)"|$)/;

/** How the features of Esri JSON begin. */
const esriFeature = /^\[\s*\{\s*"(?:attributes"|geometry"\s*:\s*\{\s*"(?:x|y|hasZ|hasM|points|paths|rings)")/;

function esriJson(): FormatError {
  return unknownFormat('it is Esri JSON. Convert it with "ogr2ogr places.geojson" and its name');
}

/** A member of an object. */
interface Member {
  /** As it is written, in quotes. */
  readonly name: string;
  /** The first token of its value, and where it is in the text. */
  readonly value: string;
  readonly index: number;
}

/** The members of the first object. */
function* membersOf(text: string): Generator<Member, undefined> {
  let depth = 0;
  let [name, last]: (string | undefined)[] = [];
  for (const { 0: found, index } of text.matchAll(token)) {
    if (depth === 1 && name !== undefined && found !== ':') {
      yield { name, value: found, index };
      name = undefined;
    } else if (depth === 1 && found === ':') {
      name = last;
    }
    if (found === '{' || found === '[') depth++;
    if (found === '}' || found === ']') depth--;
    if (depth === 0) return undefined;
    last = found;
  }
  return undefined;
}

/** Whether a text that begins with a Feature has one on each line, and is not one Feature on several lines. */
function hasLines(text: string): boolean {
  const end = text.search(/[\r\n]/);
  if (end === -1) return true;
  const rest = text.slice(end).trimStart();
  return rest === '' || rest.startsWith('{"') || isWhole(text.slice(0, end));
}

/** Whether all brackets of a text are closed. */
function isWhole(text: string): boolean {
  let depth = 0;
  for (const [found] of text.matchAll(token)) {
    if (found === '{' || found === '[') depth++;
    if (found === '}' || found === ']') depth--;
  }
  return depth === 0;
}
