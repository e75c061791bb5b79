import { FormatError } from '../formats.ts';

/** A shape of a `.shp` file. */
export interface Shape {
  /** Its geometry in GeoJSON. Only points have coordinates. Absent if the shape is null. */
  readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] } | undefined;
  /** Its length in bytes. */
  readonly length: number;
}

const fileCode = 9994;
const headerLength = 100;
/** Each shape has at least its type. */
const leastLength = 4;

/** Types of shapes ("ESRI Shapefile Technical Description", 1998). Tens mean altitudes, twenties measures. */
const types: readonly (string | undefined)[] = [
  'Null',
  'Point',
  undefined,
  'MultiLineString',
  undefined,
  'MultiPolygon',
  undefined,
  undefined,
  'MultiPoint',
];
const point = 1;
const multiPoint = 8;

/** Whether a file begins like a `.shp` file. */
export function isShp(bytes: Uint8Array): boolean {
  return bytes.length >= headerLength && viewOf(bytes).getInt32(0) === fileCode;
}

/** Returns the type of the shapes, as in GeoJSON. */
export function shapeTypeOf(bytes: Uint8Array): string {
  return isShp(bytes) ? nameOf(viewOf(bytes).getInt32(32, true)) : 'Null';
}

function nameOf(code: number): string {
  return types[code % 10] ?? 'MultiPatch';
}

/**
 * Iterates over all shapes of a `.shp` file.
 *
 * @throws {FormatError} `FORMAT_INVALID` if it is not such a file, or is cut off.
 */
export function* readShp(bytes: Uint8Array): Generator<Shape, undefined> {
  if (!isShp(bytes)) throw invalid('is not one');
  const view = viewOf(bytes);
  for (let start = headerLength; start < bytes.length; ) {
    // In words of 16 bits.
    const length = start + 8 <= bytes.length ? 2 * view.getInt32(start + 4) : -1;
    if (length < leastLength || start + 8 + length > bytes.length) throw invalid('is cut off or damaged');
    yield readShape(bytes.subarray(start + 8, start + 8 + length));
    start += 8 + length;
  }
  return undefined;
}

function readShape(bytes: Uint8Array): Shape {
  const { length } = bytes;
  const view = viewOf(bytes);
  const code = length < 4 ? 0 : view.getInt32(0, true);
  if (code === 0) return { geometry: undefined, length };
  try {
    return { geometry: { type: nameOf(code), coordinates: coordinatesOf(view, code) }, length };
  } catch (error) {
    if (error instanceof RangeError) throw invalid('is damaged');
    throw error;
  }
}

function coordinatesOf(view: DataView, code: number): readonly unknown[] {
  const hasAltitude = code > 10 && code < 20;
  if (code % 10 === point) return positionAt(view, 4, hasAltitude ? 20 : undefined);
  if (code % 10 !== multiPoint) return [];
  const count = view.getInt32(36, true);
  // The range of the altitudes precedes them.
  const altitudes = 40 + 16 * count + 16;
  return Array.from({ length: count }, (_, index) =>
    positionAt(view, 40 + 16 * index, hasAltitude ? altitudes + 8 * index : undefined),
  );
}

function positionAt(view: DataView, start: number, altitude: number | undefined): readonly number[] {
  const position = [view.getFloat64(start, true), view.getFloat64(start + 8, true)];
  if (altitude !== undefined) position.push(view.getFloat64(altitude, true));
  return position;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function invalid(problem: string): FormatError {
  return new FormatError('FORMAT_INVALID', `The .shp file of the shapefile ${problem}.`);
}
