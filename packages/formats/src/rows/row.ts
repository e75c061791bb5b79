import { type RecordPosition, Refusal, type RefusedRecord } from '../parsed-entry.ts';

/**
 * Where a value is in a row: the name of a column or a property, or names with dots for members of members
 * (`address.city`).
 */
export type FieldName = string;

/** The values of a row by the names of their fields, in the order of the file. */
export type Fields = ReadonlyMap<FieldName, unknown>;

/**
 * A row of a file as the file has it, before anyone asks what its fields mean.
 *
 * - The text of a cell is the value of its column; an empty cell has no field, unless it is in quotes.
 * - A geometry is the field `geometry`, an object of GeoJSON in the reference system of the file.
 * - The `id` of a Feature or a Placemark is the field `id`, and that of an object in an object is the field
 *   `@key`.
 */
export interface Row extends RecordPosition {
  readonly fields: Fields;
  /** Its length in bytes of the file. */
  readonly length: number;
}

/** A row, or why it cannot be read. */
export type RowEntry = Row | RefusedRecord;

/** Batches of rows in the order of the file. */
export type RowBatches = AsyncGenerator<readonly RowEntry[], undefined>;

/** A file that can be read again and again. */
export interface RowSource {
  /** Its name, without folders. Its ending helps only if the content does not tell. */
  readonly name?: string | undefined;
  /** Its length in bytes. */
  readonly size?: number | undefined;
  /** Its path, for formats that a library reads in place. */
  readonly path?: string | undefined;
  /** Reads it from its beginning. */
  open(): AsyncIterable<Uint8Array>;
  /**
   * Reads the file beside it with another ending, such as `.dbf`: a shapefile has several. Returns
   * `undefined` if it is missing.
   */
  beside?(ending: string): Promise<Uint8Array | undefined>;
}

/** A reference system that a file names. */
export interface ReferenceSystem {
  /** `EPSG:2154`, or the name in the file. */
  readonly name: string;
  /** As well-known text or for PROJ, if the file has it. */
  readonly definition?: string | undefined;
}

/** How a reader reads, and where it tells what it has found. */
export interface RowSettings {
  /** The name of an encoding, as `TextDecoder` takes it. */
  readonly encoding?: string | undefined;
  /** The separator of CSV. */
  readonly delimiter?: string | undefined;
  /** The names of the columns of CSV, which then has no header. */
  readonly columns?: readonly string[] | undefined;
  /** The layer of a GeoPackage or an archive. */
  readonly layer?: string | undefined;
  /** Whether a GeoPackage may have its rows computed by SQL, and an archive may be large. */
  readonly trusted?: boolean | undefined;
  /** The largest length of a row, in bytes. A longer one is refused. */
  readonly maxRecordLength: number;
  /** Takes what a user should know about the file, as a phrase: `2 lines before the header are skipped`. */
  readonly note: (text: string) => void;
  /** Takes the reference system of all geometries of the file. WGS 84 need not be named. */
  readonly system: (found: ReferenceSystem) => void;
}

/**
 * Reads one format. Throws a `FormatError` about the file as a whole; the batches before it are valid. Reads
 * no further after `return`.
 */
export type RowReader = (source: RowSource, settings: RowSettings) => RowBatches;

/** How deep members of members become fields, and how many fields a row may have. */
const [maxDepth, maxFields] = [5, 10_000] as const;

/** Returns the fields of an object of JSON; `{ place: { name: 'a' } }` has the field `place.name`. */
export function fieldsOf(value: object, fields = new Map<FieldName, unknown>()): Map<FieldName, unknown> {
  collect(value, '', 1, fields);
  return fields;
}

function collect(members: object, prefix: string, depth: number, fields: Map<FieldName, unknown>): void {
  for (const [name, member] of Object.entries(members)) {
    if (fields.size > maxFields)
      throw new Refusal('maxRecordLength', `the record has more than ${maxFields} fields`);
    const isObject = typeof member === 'object' && member !== null && !Array.isArray(member);
    if (!isObject || depth === maxDepth || isGeometry(member)) fields.set(prefix + name, member);
    else collect(member, `${prefix}${name}.`, depth + 1, fields);
  }
}

/** Whether a value is a geometry of GeoJSON, which is one value rather than several fields. */
export function isGeometry(
  value: unknown,
): value is { readonly type: string; readonly coordinates: unknown } {
  if (typeof value !== 'object' || value === null) return false;
  const { type, coordinates } = value as { readonly type?: unknown; readonly coordinates?: unknown };
  return typeof type === 'string' && Array.isArray(coordinates);
}
