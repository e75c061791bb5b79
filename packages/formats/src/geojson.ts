import { checkRecord } from './check-record.ts';
import { EntryBatch } from './input.ts';
import { checkMembers, isMembers, type Members } from './json.ts';
import { invalidAt, JsonReader, readElements, syntaxProblem } from './json-reader.ts';
import type { ParseSettings } from './parse-options.ts';
import {
  countedElements,
  kindOf,
  type ParsedEntry,
  quote,
  type RecordPosition,
  Refusal,
  refuseRecord,
} from './parsed-entry.ts';

type Entries = AsyncGenerator<readonly ParsedEntry[], undefined>;

/** Reads a FeatureCollection (RFC 7946 section 3.3), feature by feature, or a Feature alone. */
export async function* readGeoJson(chunks: AsyncIterable<Uint8Array>, settings: ParseSettings): Entries {
  const json = new JsonReader(chunks, settings);
  try {
    await json.open('{', 'GeoJSON');
    const position = { index: 1, line: json.line, byte: json.position - 1 };
    // The members beside `features`. Without `features`, they may be those of a Feature.
    const members: Record<string, unknown> = Object.create(null);
    let hasFeatures = false;
    do {
      const name = await json.takeName();
      if (name === 'features') {
        if (hasFeatures) throw invalidAt(json.line, 'there is "features" again.');
        hasFeatures = true;
        yield* readFeatures(json, settings);
      } else {
        members[name] = await readMember(json, name);
      }
    } while (await json.takeSeparator('}'));
    await json.end('GeoJSON');
    checkType(json.line, members.type, hasFeatures);
    if (!hasFeatures) yield [readFeature(position, { ...members }, settings)];
  } finally {
    await json.close();
  }
}

async function* readFeatures(json: JsonReader, settings: ParseSettings): Entries {
  if ((await json.next()) !== 0x5b) throw invalidAt(json.line, '"features" is not an array.');
  json.take();
  yield* readElements(json, {
    part: 'value',
    read: (position, value) => readFeature(position, value, settings),
  });
}

/** @throws {FormatError} if the member says that the file cannot be read. */
async function readMember(json: JsonReader, name: string): Promise<unknown> {
  await json.next();
  const { line } = json;
  try {
    const value = await json.read();
    const fault = faultOf(name, value);
    if (fault !== undefined) throw invalidAt(line, fault);
    return value;
  } catch (error) {
    if (error instanceof Refusal) throw invalidAt(line, `in ${quote(name)}: ${error.reason}.`);
    throw error;
  }
}

/** Says why a file with such a member cannot be read, and what to do. */
function faultOf(name: string, value: unknown): string | undefined {
  if (name === 'type' && value !== 'FeatureCollection' && value !== 'Feature') {
    const found = typeof value === 'string' ? quote(value) : kindOf(value);
    return `"type" is ${found}, not "FeatureCollection". A record is a Feature with a Point.`;
  }
  if (name === 'crs' && !isLongitudeLatitude(value)) {
    const advice = 'Convert it first: ogr2ogr -t_srs EPSG:4326 converted.geojson original.geojson.';
    return `the coordinates are in ${quote(nameOf(value) ?? 'an unknown system')}, not in WGS 84. ${advice}`;
  }
  if (name === 'links' && Array.isArray(value) && value.some(isNext)) {
    const advice = 'Get all pages: /-/records?f=ndjson without a limit has every record.';
    return `the file is one page of a longer collection: its "links" have a next page. ${advice}`;
  }
  return undefined;
}

function isNext(link: unknown): boolean {
  return isMembers(link) && String(link.rel).toLowerCase() === 'next';
}

/** @throws {FormatError} if the object is neither a FeatureCollection nor a Feature. */
function checkType(line: number, type: unknown, hasFeatures: boolean): void {
  if (type === (hasFeatures ? 'FeatureCollection' : 'Feature')) return;
  if (type === 'FeatureCollection') throw invalidAt(line, 'the FeatureCollection has no "features".');
  const found = type === undefined ? 'is missing' : `is ${quote(String(type))}`;
  throw invalidAt(line, `"type" ${found}, not "FeatureCollection".`);
}

const lineFeed = 0x0a;
const recordSeparator = 0x1e;

/**
 * Reads a Feature from each line, or after each record separator if the file begins with one (RFC 8142). One
 * that is not JSON is refused, and the next one is read. Empty ones are skipped.
 */
export async function* readFeatureLines(chunks: AsyncIterable<Uint8Array>, settings: ParseSettings): Entries {
  const json = new JsonReader(chunks, settings);
  try {
    const separator = (await json.begin()) === recordSeparator ? recordSeparator : lineFeed;
    const batch = new EntryBatch();
    let index = 0;
    for (let byte = await json.next(); byte !== undefined; byte = await json.next()) {
      if (byte === recordSeparator) {
        json.take();
        continue;
      }
      const position = { index: ++index, line: json.line, byte: json.position };
      batch.add(await readText(json, separator, position, settings), json.position - position.byte);
      if (batch.isFull) yield batch.take();
    }
    if (!batch.isEmpty) yield batch.take();
  } finally {
    await json.close();
  }
}

async function readText(
  json: JsonReader,
  separator: number,
  position: RecordPosition,
  settings: ParseSettings,
): Promise<ParsedEntry> {
  try {
    const text = await json.takeText(separator);
    return readFeature(position, JSON.parse(text), settings);
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error);
    if (!(error instanceof SyntaxError)) throw error;
    return refuseRecord(position, new Refusal('RFC 8259', `not JSON: ${syntaxProblem(error)}`));
  }
}

const featureMembers = ['type', 'id', 'geometry', 'properties', 'bbox', 'crs'];
const geometryMembers = ['type', 'coordinates', 'bbox', 'crs'];

/** Returns the entry of a Feature (RFC 7946 section 3.2) from its JSON. */
export function readFeature(position: RecordPosition, value: unknown, settings: ParseSettings): ParsedEntry {
  let id: unknown;
  try {
    const feature = asFeature(value);
    const properties = asProperties(feature.properties);
    id = identifierOf(feature, properties, settings);
    if (!settings.ignoreProperties) checkMembers(feature, featureMembers);
    const point = asPoint(feature.geometry);
    if (!settings.ignoreProperties) checkMembers(point, geometryMembers);
    checkSystem(feature);
    checkSystem(point);
    const [longitude, latitude] = positionOf(point, settings);
    if (id === undefined) throw missingIdentifier(properties, settings);
    if (!settings.ignoreProperties) checkProperties(properties, settings);
    const description = own(properties, settings.descriptionProperty);
    return checkRecord(position, { id, description, latitude, longitude }, settings);
  } catch (error) {
    if (error instanceof Refusal) return refuseRecord(position, error, id);
    throw error;
  }
}

function asFeature(value: unknown): Members {
  if (!isMembers(value)) throw new Refusal('RFC 7946 3.2', `it is ${kindOf(value)}, not a Feature`);
  const { type } = value;
  if (type === 'Feature') return value;
  const found = typeof type === 'string' ? quote(type) : kindOf(type);
  const reason = type === undefined ? '"type" is missing' : `"type" is ${found}`;
  throw new Refusal('RFC 7946 3.2', `${reason}, not "Feature"`, adviceOn(value));
}

/** Advises on an object that is not a Feature. */
function adviceOn(value: Members): string | undefined {
  if ('coordinates' in value && typeof value.type === 'string') {
    return 'a record is a Feature with the geometry in it';
  }
  return 'attributes' in value ? 'convert Esri JSON with ogr2ogr' : undefined;
}

const none: Members = {};

function asProperties(value: unknown): Members {
  if (value === undefined || value === null) return none;
  if (isMembers(value)) return value;
  throw new Refusal('RFC 7946 3.2', `"properties" is ${kindOf(value)}, not an object`);
}

function asPoint(geometry: unknown): Members {
  if (!isMembers(geometry)) {
    const found = geometry === undefined ? 'is missing' : `is ${kindOf(geometry)}`;
    throw new Refusal('RFC 7946 3.2', `the geometry ${found}`, 'a record needs a Point');
  }
  const { type } = geometry;
  if (type === 'Point') return geometry;
  const found = typeof type === 'string' ? quote(type) : kindOf(type);
  throw new Refusal(
    'RFC 7946 3.1.2',
    `the geometry is ${found}, not a Point`,
    'use a point of it, such as its centroid',
  );
}

function positionOf({ coordinates }: Members, { dropAltitude }: ParseSettings): readonly unknown[] {
  if (!Array.isArray(coordinates)) {
    throw new Refusal('RFC 7946 3.1.2', `the coordinates are ${kindOf(coordinates)}, not an array`);
  }
  const { length } = coordinates;
  if (length === 2 || (length === 3 && dropAltitude)) return coordinates;
  if (length === 3) {
    throw new Refusal(
      'RFC 7946 3.1.1',
      'the coordinates have an altitude',
      'dropAltitude: true leaves it out',
    );
  }
  throw new Refusal('RFC 7946 3.1.1', `the coordinates have ${countedElements(length)}, not 2`);
}

function identifierOf({ id }: Members, properties: Members, { idProperty }: ParseSettings): unknown {
  const given = idProperty === undefined ? id : own(properties, idProperty);
  if (typeof given !== 'number') return given ?? undefined;
  // JSON.parse has rounded it: two features could get one identifier.
  if (Math.abs(given) > Number.MAX_SAFE_INTEGER) {
    throw new Refusal('D1', 'the identifier is a number with too many digits', 'write it in quotes');
  }
  return String(given);
}

/** Matches the names of properties with identifiers in files of other programs. */
const usual = /^(?:.*[_-])?(?:id|fid|gid|uid|uuid|guid|identifier|key|code|ref|name|geonameid)$/i;

function missingIdentifier(properties: Members, { idProperty }: ParseSettings): Refusal {
  const names = Object.keys(properties).filter((name) => isIdentifier(properties[name]));
  const meant = names.find((name) => /^id$/i.test(name)) ?? names.find((name) => usual.test(name));
  const where = idProperty === undefined ? '"id"' : `property ${quote(idProperty)}`;
  return new Refusal(
    'RFC 7946 3.2',
    `the identifier is missing: it has no ${where}`,
    meant === undefined ? undefined : `idProperty: ${quote(meant)} takes it from this property`,
  );
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function checkProperties(properties: Members, { idProperty, descriptionProperty }: ParseSettings): void {
  const known = idProperty === undefined ? [descriptionProperty] : [descriptionProperty, idProperty];
  if (Object.hasOwn(properties, 'distance') && !known.includes('distance')) {
    const advice = "a query of /-/records with near adds it: properties: 'ignore' leaves it out";
    throw new Refusal('D29', 'unknown property "distance"', advice);
  }
  checkMembers(properties, known, 'property');
}

function checkSystem({ crs }: Members): void {
  if (crs === undefined || isLongitudeLatitude(crs)) return;
  throw new Refusal('RFC 7946 4', 'its "crs" is not WGS 84', 'convert it with ogr2ogr -t_srs EPSG:4326');
}

/** Returns an own property, never an inherited one. */
function own(properties: Members, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** Matches the names of WGS 84 in GeoJSON of 2008, without and with altitudes (EPSG:4979). */
const wgs84 = /(?:^|:|\/)(?:CRS84h?|EPSG:(?:[\d.]*:)?(?:4326|4979)|EPSG\/0\/(?:4326|4979))$/i;

/** Whether the `crs` of GeoJSON from 2008 is WGS 84, as RFC 7946 demands. `null` says nothing. */
export function isLongitudeLatitude(crs: unknown): boolean {
  if (crs === null) return true;
  return wgs84.test(nameOf(crs) ?? '');
}

/** Returns the name of a coordinate system, if it has one. */
export function nameOf(crs: unknown): string | undefined {
  if (!isMembers(crs) || !isMembers(crs.properties)) return undefined;
  const { name, code } = crs.properties;
  if (typeof name === 'string') return name;
  return code === undefined ? undefined : `EPSG:${String(code)}`;
}
