import { isLongitudeLatitude, nameOf } from '../geojson.ts';
import { isMembers, type Members } from '../json.ts';
import { kindOf, Refusal } from '../parsed-entry.ts';
import { type FieldName, fieldsOf, isGeometry, type ReferenceSystem } from './row.ts';

type FieldMap = Map<FieldName, unknown>;

/** Takes the reference system that a record names. */
export type TakeSystem = (system: ReferenceSystem) => void;

/**
 * Returns the fields of a record: a Feature, a feature of Esri JSON, a geometry, or any other object.
 *
 * @throws {Refusal} if it is no object.
 */
export function fieldsOfRecord(value: unknown, takeSystem: TakeSystem): FieldMap {
  if (!isMembers(value)) throw new Refusal('RFC 8259', `it is ${kindOf(value)}, not an object`);
  if (value.type === 'Feature') return fieldsOfFeature(value, takeSystem);
  if (value.type === 'FeatureCollection') {
    throw new Refusal('RFC 7946 3.2', 'it is a FeatureCollection, not a Feature', 'import it alone');
  }
  if (isEsriFeature(value)) return fieldsOfEsriFeature(value, takeSystem);
  if (!isGeoJsonGeometry(value)) return fieldsOf(value);
  const { type, coordinates, geometries, bbox, ...others } = value;
  return fieldsOf(others, new Map([['geometry', pointIn(value)]]));
}

function fieldsOfFeature(feature: Members, takeSystem: TakeSystem): FieldMap {
  const { type, id, geometry, properties, bbox, crs, ...others } = feature;
  const fields: FieldMap = new Map();
  if (id !== undefined && id !== null) fields.set('id', id);
  if (geometry !== undefined && geometry !== null) fields.set('geometry', pointIn(geometry));
  const system = systemOf(crs) ?? (isMembers(geometry) ? systemOf(geometry.crs) : undefined);
  if (system !== undefined) takeSystem(system);
  if (isMembers(properties)) addProperties(properties, id, fields);
  else if (properties !== undefined && properties !== null) fields.set('properties', properties);
  for (const [name, value] of fieldsOf(others))
    fields.set(fields.has(name) ? `feature.${name}` : name, value);
  return fields;
}

/** Adds properties under their names, but does not let them replace the `id` and the geometry. */
function addProperties(properties: Members, id: unknown, fields: FieldMap): void {
  const isOtherId =
    fields.has('id') && Object.hasOwn(properties, 'id') && String(properties.id) !== String(id);
  if (!isOtherId && !Object.hasOwn(properties, 'geometry')) {
    fieldsOf(properties, fields);
    return;
  }
  const renamed = Object.entries(properties).map(([name, value]) => {
    const isTaken = name === 'geometry' || (name === 'id' && isOtherId);
    return [isTaken ? `properties.${name}` : name, value];
  });
  fieldsOf(Object.fromEntries(renamed), fields);
}

const geometryTypes: ReadonlySet<unknown> = new Set([
  'Point',
  'MultiPoint',
  'LineString',
  'MultiLineString',
  'Polygon',
  'MultiPolygon',
]);

/** Whether a value is a geometry of GeoJSON by its type. */
export function isGeoJsonGeometry(value: Members): boolean {
  if (value.type === 'GeometryCollection') return Array.isArray(value.geometries);
  return isGeometry(value) && geometryTypes.has(value.type);
}

/** Returns the one point in a MultiPoint or a GeometryCollection, or the geometry as it is. */
function pointIn(geometry: unknown): unknown {
  if (!isMembers(geometry)) return geometry;
  const { type, coordinates, geometries } = geometry;
  if (type === 'MultiPoint' && Array.isArray(coordinates) && coordinates.length === 1) {
    return { type: 'Point', coordinates: coordinates[0] };
  }
  if (type === 'GeometryCollection' && Array.isArray(geometries)) {
    const points = geometries.filter((part) => isMembers(part) && part.type === 'Point');
    if (points.length === 1) return points[0];
  }
  return geometry;
}

/** The members of geometries of Esri JSON, and what they are in GeoJSON. */
const esriGeometries = { points: 'MultiPoint', paths: 'MultiLineString', rings: 'Polygon' } as const;

function isEsriFeature({ attributes, geometry, ...others }: Members): boolean {
  if (!isMembers(attributes) || Object.keys(others).length > 0) return false;
  if (geometry === undefined || geometry === null) return true;
  return isMembers(geometry) && ['x', ...Object.keys(esriGeometries)].some((name) => name in geometry);
}

function fieldsOfEsriFeature({ attributes, geometry }: Members, takeSystem: TakeSystem): FieldMap {
  const fields: FieldMap = new Map();
  if (isMembers(geometry)) {
    const system = esriSystemOf(geometry.spatialReference);
    if (system !== undefined) takeSystem(system);
    const converted = esriGeometry(geometry);
    if (converted !== undefined) fields.set('geometry', pointIn(converted));
  }
  addProperties(attributes as Members, undefined, fields);
  return fields;
}

function esriGeometry(geometry: Members): object | undefined {
  const { x, y, z } = geometry;
  if (typeof x === 'number') {
    return { type: 'Point', coordinates: typeof z === 'number' ? [x, y, z] : [x, y] };
  }
  for (const [name, type] of Object.entries(esriGeometries)) {
    if (Array.isArray(geometry[name])) return { type, coordinates: geometry[name] };
  }
  return undefined;
}

/** Returns the reference system of the `crs` of GeoJSON from 2008, unless it is WGS 84 or says nothing. */
export function systemOf(crs: unknown): ReferenceSystem | undefined {
  if (crs === undefined || crs === null) return undefined;
  const name = typeof crs === 'string' ? crs : nameOf(crs);
  if (name === undefined || name === '' || isLongitudeLatitude({ properties: { name } })) return undefined;
  const [, code] = /EPSG(?:\/\d+\/|:[\d.]*:|:)(\d+)$/i.exec(name) ?? [];
  return { name: code === undefined ? name : `EPSG:${code}` };
}

/** The codes of Esri for the projection of web maps. */
const webMercator: ReadonlySet<unknown> = new Set([102100, 102113, 900913]);

/** Returns the reference system of the `spatialReference` of Esri JSON, unless it is WGS 84. */
export function esriSystemOf(reference: unknown): ReferenceSystem | undefined {
  if (!isMembers(reference)) return undefined;
  const { wkid, latestWkid, wkt } = reference;
  const code = typeof latestWkid === 'number' ? latestWkid : wkid;
  if (code === 4326) return undefined;
  if (webMercator.has(code)) return { name: 'EPSG:3857' };
  if (typeof code === 'number') return { name: `${code < 100_000 ? 'EPSG' : 'ESRI'}:${code}` };
  if (typeof wkt !== 'string') return undefined;
  const [, name = 'unknown'] = /"([^"]*)"/.exec(wkt) ?? [];
  return { name, definition: wkt };
}
