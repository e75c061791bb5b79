import { checkRecord } from '../check-record.ts';
import { checkMembers, isMembers, type Members } from '../json/location.ts';
import type { ParseSettings } from '../parse-options.ts';
import type { ParsedEntry, RecordPosition } from '../parsed-entry.ts';
import { countedElements, kindOf, quote, Refusal, refuseRecord } from '../refusal.ts';
import { isLongitudeLatitude } from './coordinate-system.ts';

const featureMembers = ['type', 'id', 'geometry', 'properties', 'bbox', 'crs'];
const geometryMembers = ['type', 'coordinates', 'bbox', 'crs'];

/** Makes an entry of a Feature (RFC 7946 section 3.2), as it is in JSON. */
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

/** What may be done with an object that is not a Feature. */
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

/** Names of properties that hold identifiers in the files of other programs. */
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

/** The value of a property; an inherited one is not a property. */
function own(properties: Members, name: string): unknown {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}
