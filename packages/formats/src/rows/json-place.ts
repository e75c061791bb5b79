import { isMembers, type Members } from '../json.ts';
import { topoJson, unreadKind } from '../unread-formats.ts';
import { isGeoJsonGeometry } from './json-fields.ts';
import { objectsIn, sampleSize } from './json-outline.ts';
import { type Fields, fieldsOf, isGeometry } from './row.ts';

/** A step to any element of an array, and to any member of an object. */
export const anyElement: unique symbol = Symbol('any element');
export const anyMember: unique symbol = Symbol('any member');

/** A member by its name, by one of several names, or any of an array or an object. */
type Step = string | ReadonlySet<string> | typeof anyElement | typeof anyMember;

/** A place in a document at which records may be. */
export interface Place {
  /** The way to a record, from the document. */
  readonly path: readonly Step[];
  /**
   * What a record is: an object, a pair of identifier and object, values in the order of names, or columns.
   */
  readonly form: 'object' | 'pair' | 'table' | 'columns';
  /** The names of the values in a table, if it has them. */
  readonly names?: readonly string[] | undefined;
  /** Whether the first record is the names. */
  readonly hasHeader?: boolean | undefined;
  /**
   * How likely these are records: 3 for GeoJSON, 2 for lists with coordinates, 1 for an object with
   * coordinates, 0 for lists of objects.
   */
  readonly rank: 0 | 1 | 2 | 3;
  /** How many there are in the outline. */
  readonly count: number;
  /** The names of the fields with coordinates. */
  readonly fields?: string | undefined;
}

type Rows = Pick<Place, 'path' | 'count'>;

/** Finds the places of the records among documents, best first. */
export function findPlaces(documents: readonly unknown[], path: string | undefined): readonly Place[] {
  const isOne = documents.length === 1;
  const found = isOne ? findIn(documents[0], [], path) : findInArray(documents, [], path);
  const places = isOne ? found : found.map((place) => ({ ...place, path: place.path.slice(1) }));
  return places.toSorted(
    (a, b) => b.rank - a.rank || (a.rank === 0 ? a.path.length - b.path.length : 0) || b.count - a.count,
  );
}

/** How a message names a place: `layers[].features`. */
export function wordsOf({ path }: Place): string {
  const isNested = path.filter((step) => typeof step !== 'symbol').length > 1;
  const words = path.map((step, index) => {
    if (typeof step === 'symbol') return index === path.length - 1 ? '' : '[]';
    const names = typeof step === 'string' ? step : wordOfNames([...step]);
    const word = typeof step === 'object' && isNested ? `{${names}}` : names;
    return index === 0 ? word : `.${word}`;
  });
  return words.join('');
}

function wordOfNames(names: readonly string[]): string {
  return [...names.slice(0, 3), ...(names.length > 3 ? ['…'] : [])].join(', ');
}

const maxSteps = 6;

function findIn(value: unknown, path: readonly Step[], file: string | undefined): readonly Place[] {
  if (path.length > maxSteps) return [];
  if (Array.isArray(value)) return findInArray(value, path, file);
  return isMembers(value) ? findInObject(value, path, file) : [];
}

function findInArray(
  values: readonly unknown[],
  path: readonly Step[],
  file: string | undefined,
): readonly Place[] {
  const place: Rows = { path: [...path, anyElement], count: values.length };
  if (values.length === 0) return [{ ...place, form: 'object', rank: 0 }];
  const objects = objectsIn(values);
  if (objects.some(isGeoJson)) return [{ ...place, form: 'object', rank: 3, fields: 'geometry' }];
  const fields = firstOf(objects, (object) => coordinateFields(fieldsOf(recordIn(object))));
  if (fields !== undefined) return [{ ...place, form: 'object', rank: 2, fields }];
  const table = asPairs(values, place) ?? asTable(values, place) ?? asNamelessTable(values, place);
  if (table !== undefined) return [table];
  const nested = values.slice(0, sampleSize).flatMap((value) => findIn(value, place.path, file));
  const lists = merged(nested.filter(({ rank }) => rank !== 1));
  if (objects.length === 0) return lists;
  return lists.some(({ rank }) => rank > 0) ? lists : [{ ...place, form: 'object', rank: 0 }, ...lists];
}

/** Whether an object is a Feature or a geometry. */
function isGeoJson(object: Members): boolean {
  return object.type === 'Feature' || isGeoJsonGeometry(object);
}

/** Returns the object with the fields of a record, which is a member of a feature of Esri JSON. */
function recordIn(object: Members): Members {
  return isMembers(object.attributes) && isMembers(object.geometry) ? object.geometry : object;
}

/** Returns the first result that is not `undefined`. */
function firstOf<Value, Result>(
  values: readonly Value[],
  find: (value: Value) => Result | undefined,
): Result | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Joins lists with the same fields in several members of an object, such as those of countries or kinds.
 *
 * @param depth how many steps lead to the object.
 */
function grouped(places: readonly Place[], depth: number): readonly Place[] {
  const groups = new Map<string, Place>();
  for (const place of places) {
    const { path, form, fields, rank } = place;
    const isAlone = rank < 2 || fields === undefined || path.at(-1) !== anyElement || form !== 'object';
    const shape = path.slice(depth).map((step) => (typeof step === 'symbol' ? step.description : ''));
    const key = isAlone ? String(groups.size) : JSON.stringify([fields, shape]);
    const other = groups.get(key);
    groups.set(key, other === undefined ? place : joined(other, place));
  }
  return [...groups.values()];
}

function joined(one: Place, other: Place): Place {
  const path = one.path.map((step, index) => bothOf(step, other.path[index] as Step));
  return { ...one, path, count: one.count + other.count };
}

function bothOf(one: Step, other: Step): Step {
  if (one === other || typeof one === 'symbol' || typeof other === 'symbol') return one;
  const names = [one, other].flatMap((step) => (typeof step === 'string' ? [step] : [...step]));
  return new Set(names);
}

/** Adds up the places with the same path. */
function merged(places: readonly Place[]): readonly Place[] {
  const all = new Map<string, Place>();
  for (const place of places) {
    const key = place.path.map((step) => (step instanceof Set ? [...step] : String(step))).join('\0');
    const other = all.get(key);
    if (other === undefined) all.set(key, place);
    else {
      const better = other.rank >= place.rank ? other : place;
      all.set(key, { ...better, count: other.count + place.count });
    }
  }
  return [...all.values()];
}

function asPairs(values: readonly unknown[], place: Rows): Place | undefined {
  const pairs = values.slice(0, sampleSize).filter(isPair);
  if (pairs.length * 2 <= Math.min(values.length, sampleSize)) return undefined;
  const isGood = pairs.some(([, value]) => hasCoordinates(fieldsOf(value)));
  return { ...place, form: 'pair', rank: isGood ? 2 : 0 };
}

/** Whether a value is a pair of identifier and object. */
export function isPair(value: unknown): value is readonly [unknown, Members] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] !== 'object' && isMembers(value[1]);
}

/** Finds a table with its names in the first row. */
function asTable(values: readonly unknown[], place: Rows): Place | undefined {
  const [header, ...rows] = values;
  const names = namesOf(header);
  if (names === undefined || !rows.slice(0, sampleSize).every(Array.isArray)) return undefined;
  const rank = rankOfRows(rows, names);
  return rank === 0 ? undefined : { ...place, form: 'table', names, hasHeader: true, rank };
}

/** Finds a table without names, such as `[[48.8, 2.3, "Paris"]]`. */
function asNamelessTable(values: readonly unknown[], place: Rows): Place | undefined {
  const isRow = (row: unknown) =>
    Array.isArray(row) && row.length >= 2 && row.every((value) => typeof value !== 'object');
  return values.slice(0, sampleSize).every(isRow) ? { ...place, form: 'table', rank: 0 } : undefined;
}

function rankOfRows(rows: readonly unknown[], names: readonly string[]): 0 | 2 {
  const isGood = rows
    .slice(0, sampleSize)
    .some((row) => hasCoordinates(fieldsOfRow(row as readonly unknown[], names)));
  return isGood ? 2 : 0;
}

/** Returns the fields of values in the order of names. */
export function fieldsOfRow(values: readonly unknown[], names: readonly string[]): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  names.forEach((name, index) => {
    const value = values[index];
    if (isMembers(value) && !isGeometry(value)) fieldsOf({ [name]: value }, fields);
    else if (isLocation(value)) fieldsOf({ [name]: { latitude: value[1], longitude: value[2] } }, fields);
    else if (value !== undefined && value !== null) fields.set(name, value);
  });
  return fields;
}

/** Whether a value is a location in a table of Socrata: address, latitude, longitude, and two more. */
function isLocation(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length === 5 && isNumeric(value[1]) && isNumeric(value[2]);
}

/** Returns the names in a list of texts, or of objects with names. */
function namesOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const names = value.map((entry) => (isMembers(entry) ? (entry.name ?? entry.label ?? entry.id) : entry));
  if (!names.every((name) => typeof name === 'string' && name !== '')) return undefined;
  return new Set(names).size === names.length ? (names as string[]) : undefined;
}

function findInObject(object: Members, path: readonly Step[], file: string | undefined): readonly Place[] {
  if (object.type === 'Topology') throw unreadKind(topoJson, file);
  if (object.type === 'FeatureCollection' && Array.isArray(object.features)) {
    const { length } = object.features;
    return [
      { path: [...path, 'features', anyElement], form: 'object', rank: 3, count: length, fields: 'geometry' },
    ];
  }
  if (path.length === 0 && object.type === 'GeometryCollection' && Array.isArray(object.geometries)) {
    const { length } = object.geometries;
    return [{ path: [...path, 'geometries', anyElement], form: 'object', rank: 3, count: length }];
  }
  // A geometry in an object is a field of it.
  if (object.type === 'Feature' || (path.length === 0 && isGeoJson(object))) {
    return [{ path, form: 'object', rank: 3, count: 1 }];
  }
  const found = Object.entries(object).flatMap(([name, value]) => [
    ...asTableOf(object, name, value, path),
    ...findIn(value, [...path, name], file),
  ]);
  const places = grouped(found, path.length);
  if (places.some(({ rank }) => rank >= 2)) return places;
  const own = asColumns(object, path) ?? asMembers(object, path) ?? asRecord(object, path);
  return own === undefined ? places : [own, ...places];
}

/** Finds a table in a member with its names beside it. */
function asTableOf(object: Members, name: string, value: unknown, path: readonly Step[]): readonly Place[] {
  if (!Array.isArray(value) || !Array.isArray(value[0])) return [];
  const { [name]: _, ...others } = object;
  const names = namesAmong(others, value[0].length, 3);
  if (names === undefined) return [];
  const rank = rankOfRows(value, names);
  return [{ path: [...path, name, anyElement], form: 'table', names, rank, count: value.length }];
}

/** Finds the first list of so many names. */
function namesAmong(object: Members, count: number, depth: number): readonly string[] | undefined {
  for (const value of Object.values(object)) {
    const names = namesOf(value);
    if (names?.length === count) return names;
    const deeper = depth > 1 && isMembers(value) ? namesAmong(value, count, depth - 1) : undefined;
    if (deeper !== undefined) return deeper;
  }
  return undefined;
}

/** Finds records as columns: arrays of values, or objects of values by the same names. */
function asColumns(object: Members, path: readonly Step[]): Place | undefined {
  const columns = Object.values(object);
  const [first] = columns;
  if (columns.length < 2 || typeof first !== 'object' || first === null) return undefined;
  const keys = Object.keys(first);
  const isColumn = (column: unknown) =>
    typeof column === 'object' &&
    column !== null &&
    Array.isArray(column) === Array.isArray(first) &&
    sampled(Object.keys(column).length) === sampled(keys.length);
  const [key] = keys;
  if (key === undefined || !columns.every(isColumn)) return undefined;
  const values = columns.map((column) => (column as Members)[key]);
  const fields = fieldsOfRow(values, Object.keys(object));
  return hasCoordinates(fields) ? { path, form: 'columns', rank: 2, count: keys.length } : undefined;
}

/** Long columns are in the outline with their first values. */
function sampled(length: number): number {
  return Math.min(length, sampleSize);
}

const placeNames = /^(?:location|coord(?:inate)?s?|geo|geometry|position|point|latlng|center|geolocation)$/i;

/** Finds records as the members of an object. */
function asMembers(object: Members, path: readonly Step[]): Place | undefined {
  const names = Object.keys(object);
  if (names.length === 0)
    return path.length > 0 ? undefined : { path: [anyMember], form: 'object', rank: 0, count: 0 };
  if (names.some((name) => placeNames.test(name))) return undefined;
  const records = names.filter((name) => {
    const value = object[name];
    return isMembers(value) && (isGeoJson(value) || hasCoordinates(fieldsOf(value)));
  });
  if (records.length < 0.8 * names.length) return undefined;
  if (path.length > 0 && names.length === 1) return undefined;
  return { path: [...path, anyMember], form: 'object', rank: 2, count: names.length };
}

/** Finds a single record. */
function asRecord(object: Members, path: readonly Step[]): Place | undefined {
  return hasCoordinates(fieldsOf(object)) ? { path, form: 'object', rank: 1, count: 1 } : undefined;
}

const latitude = /lat|breit|^y$|緯|纬|широт|위도|φ/i;
const longitude = /lon|lng|läng|laeng|^x$|経|经|долг|경도|λ/i;
const both = /coord|latlng|loc|geo|pos|point|where|gps|wkt|the_geom/i;
const pointText =
  /^\s*(?:SRID=\d+;\s*)?POINT|^\s*(?:geo:)?[([]?-?\d{1,3}\.\d+°?\s*[,; ]\s*-?\d{1,3}\.\d+°?\s*[)\]]?\s*$/i;

/** Whether some fields seem to have coordinates, at a quick look. */
export function hasCoordinates(fields: Fields): boolean {
  return coordinateFields(fields) !== undefined;
}

/** Returns the names of the fields that seem to have coordinates. */
function coordinateFields(fields: Fields): string | undefined {
  let latitudeName: string | undefined;
  let longitudeName: string | undefined;
  for (const [name, value] of fields) {
    if (isGeometry(value) || (typeof value === 'string' && pointText.test(value))) return name;
    if (Array.isArray(value)) {
      if (both.test(name) && value.length >= 2 && value.length <= 3 && value.every(isNumeric)) return name;
    } else if (isNumeric(value)) {
      if (latitude.test(name)) latitudeName ??= name;
      if (longitude.test(name)) longitudeName ??= name;
    }
  }
  return latitudeName === undefined || longitudeName === undefined
    ? undefined
    : `${latitudeName},${longitudeName}`;
}

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\s*[-+]?\d+(?:[.,]\d+)?/.test(value));
}
