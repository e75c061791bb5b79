import type { Coordinates } from '@location-records/core';
import { Refusal } from '../parsed-entry.ts';

/** "GP", version 0, and flags that say little-endian and no envelope. */
const header = [0x47, 0x50, 0, 1];
const wkbPoint = 1;

/**
 * Writes a point as GeoPackage keeps geometries (OGC 12-128r18, 2.1.3.1): 8 bytes of a header, then 21 bytes
 * of well-known binary.
 */
export function writePoint({ latitude, longitude }: Coordinates, srs: number): Uint8Array {
  const bytes = new Uint8Array(29);
  bytes.set(header);
  const view = new DataView(bytes.buffer);
  view.setInt32(4, srs, true);
  view.setUint8(8, 1);
  view.setUint32(9, wkbPoint, true);
  // -0 is written as 0 (D31).
  view.setFloat64(13, longitude + 0, true);
  view.setFloat64(21, latitude + 0, true);
  return bytes;
}

/** The length of the envelope, by its code in the flags. Other codes are invalid. */
const envelopeLengths = [0, 32, 48, 48, 64];

const flags = { littleEndian: 1, envelopeShift: 1, envelopeMask: 7, empty: 16, extended: 32 } as const;

const rule = 'GeoPackage 2.1.3';

/**
 * Reads a point in either byte order, with or without an envelope.
 *
 * @throws {Refusal} if it is not a point in the reference system `srs`, or has more than two coordinates.
 */
export function readPoint(blob: Uint8Array, srs: number, dropAltitude: boolean): Coordinates {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  try {
    const { isEmpty, start } = readHeader(view, srs);
    if (isEmpty) throw emptyPoint();
    return readWkb(view, start, dropAltitude);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(rule, 'the geometry is cut short');
    throw error;
  }
}

/** Returns whether a geometry is empty, and the offset of its well-known binary. */
function readHeader(view: DataView, srs: number): { readonly isEmpty: boolean; readonly start: number } {
  if (view.getUint8(0) !== header[0] || view.getUint8(1) !== header[1]) {
    throw new Refusal(rule, 'the geometry does not begin with "GP", as those of GeoPackage do');
  }
  const version = view.getUint8(2);
  if (version !== 0) throw new Refusal(rule, `the geometry has the unknown version ${version}`);
  const flagBits = view.getUint8(3);
  if (flagBits & flags.extended) throw new Refusal(rule, 'the geometry is of an extension, not a point');
  const ownSrs = view.getInt32(4, (flagBits & flags.littleEndian) !== 0);
  if (ownSrs !== srs) {
    throw new Refusal(rule, `the geometry has the reference system ${ownSrs}, and its layer has ${srs}`);
  }
  const code = (flagBits >> flags.envelopeShift) & flags.envelopeMask;
  const envelopeLength = envelopeLengths[code];
  if (envelopeLength === undefined) throw new Refusal(rule, `the geometry has the unknown envelope ${code}`);
  return { isEmpty: (flagBits & flags.empty) !== 0, start: 8 + envelopeLength };
}

/** The types of well-known binary (ISO 13249-3). Thousands are added for more dimensions. */
const typeNames = [
  'a geometry of any type',
  'a point',
  'a line string',
  'a polygon',
  'a multipoint',
  'a multi line string',
  'a multipolygon',
  'a geometry collection',
];

/** The bit with which PostGIS and older programs mark an altitude. */
const formerAltitude = 0x80000000;

function readWkb(view: DataView, start: number, dropAltitude: boolean): Coordinates {
  const littleEndian = view.getUint8(start) === 1;
  const code = view.getUint32(start + 1, littleEndian);
  const type = code & formerAltitude ? (code - formerAltitude) % 1000 : code % 1000;
  const dimensions = code & formerAltitude ? 1 : Math.floor(code / 1000);
  if (type !== wkbPoint || dimensions > 3) {
    const name = (dimensions <= 3 && typeNames[type]) || `a geometry of type ${code}`;
    throw new Refusal(rule, `the geometry is ${name}, not a point`);
  }
  if (dimensions >= 2) {
    throw new Refusal(rule, 'the point has a measure (M)', 'drop it with ogr2ogr -dim XY');
  }
  const longitude = view.getFloat64(start + 5, littleEndian);
  const latitude = view.getFloat64(start + 13, littleEndian);
  if (Number.isNaN(longitude) && Number.isNaN(latitude)) throw emptyPoint();
  if (dimensions === 1 && !dropAltitude) {
    throw new Refusal('SPEC 2', 'the point has an altitude', 'dropAltitude: true leaves it out');
  }
  return { latitude, longitude };
}

/** A geometry of GeoJSON. Only points and their collections have coordinates. */
export interface FoundGeometry {
  readonly type: string;
  readonly coordinates: readonly unknown[];
}

/**
 * Reads a geometry of any type. The coordinates of lines and areas are left out, and so are measures (M).
 *
 * @throws {Refusal} if it is no geometry in the reference system `srs`.
 */
export function readGeometry(blob: Uint8Array, srs: number): FoundGeometry {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength);
  try {
    return readAnyWkb(view, readHeader(view, srs).start);
  } catch (error) {
    if (error instanceof RangeError) throw new Refusal(rule, 'the geometry is cut short');
    throw error;
  }
}

/** The types of GeoJSON by those of well-known binary. */
const typesOfGeoJson = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];
const wkbMultiPoint = 4;

/** The bit with which PostGIS marks a measure. */
const formerMeasure = 0x40000000;

function readAnyWkb(view: DataView, start: number): FoundGeometry {
  const littleEndian = view.getUint8(start) === 1;
  const code = view.getUint32(start + 1, littleEndian);
  const bare = code & ~(formerAltitude | formerMeasure);
  const kind = bare % 1000;
  const type = typesOfGeoJson[kind] ?? 'Geometry';
  const dimensions = Math.floor(bare / 1000);
  const hasAltitude = code >= formerAltitude || dimensions === 1 || dimensions === 3;
  const hasMeasure = (code & formerMeasure) !== 0 || dimensions >= 2;
  if (kind === wkbPoint) return { type, coordinates: readPosition(view, start, hasAltitude) };
  if (kind !== wkbMultiPoint) return { type, coordinates: [] };
  const length = 5 + 8 * (2 + Number(hasAltitude) + Number(hasMeasure));
  const positions = Array.from({ length: view.getUint32(start + 5, littleEndian) }, (_, index) =>
    readPosition(view, start + 9 + index * length, hasAltitude),
  );
  return { type, coordinates: positions };
}

/** Returns the position of a point; an empty one has no numbers. */
function readPosition(view: DataView, start: number, hasAltitude: boolean): readonly number[] {
  const littleEndian = view.getUint8(start) === 1;
  const offsets = hasAltitude ? [5, 13, 21] : [5, 13];
  const position = offsets.map((offset) => view.getFloat64(start + offset, littleEndian));
  return Number.isNaN(position[0]) ? [] : position;
}

function emptyPoint(): Refusal {
  return new Refusal(rule, 'the point is empty');
}
