import type { ImportFormat } from './formats.ts';
import type { ParsedEntry } from './parsed-entry.ts';
import type { FieldName } from './rows/row.ts';

/** Options of {@link inspect}. Each replaces what would be found. */
export interface InspectOptions {
  readonly format?: ImportFormat | undefined;
  /**
   * Where the identifiers come from: a field, fields with `+` between them, or the rule `slug` (of the name),
   * `hash` (of the content) or `row` (the number of the row).
   */
  readonly id?: string | undefined;
  /** A field, or a template: `{name}, {city}`. An empty text means none. */
  readonly description?: string | undefined;
  /** The field with the latitude. `longitude` must be given, too. */
  readonly latitude?: FieldName | undefined;
  readonly longitude?: FieldName | undefined;
  /** The field with both coordinates, such as `geometry`. */
  readonly coordinates?: FieldName | undefined;
  /** Exchanges latitude and longitude. */
  readonly swap?: boolean | undefined;
  /** The reference system of the coordinates: `EPSG:2154`. */
  readonly crs?: string | undefined;
  /** What the coordinates are multiplied by: 1e-7 for integers of E7. */
  readonly scale?: number | undefined;
  /** The encoding of text: `windows-1251`, `shift_jis`. */
  readonly encoding?: string | undefined;
  /** The separator of CSV: one character. */
  readonly delimiter?: string | undefined;
  /** The names of the columns of a CSV file without a header. */
  readonly columns?: readonly string[] | undefined;
  /** The layer of a GeoPackage or an archive with several. */
  readonly layer?: string | undefined;
  /**
   * Reads a GeoPackage even if its layer is a view, a virtual table, or has generated columns: the SQL of the
   * file then runs, and may never end. KMZ and a shapefile may have 1 GiB in memory, instead of 256 MiB, and
   * unpack to that, instead of 80 MiB.
   * @default false
   */
  readonly trusted?: boolean | undefined;
  /**
   * What happens to different records with one identifier.
   * @default 'error'
   */
  readonly duplicates?: 'error' | 'last' | undefined;
  /** Refuses latitudes beyond ±90 and longitudes beyond ±180 (D32). */
  readonly strictCoordinates?: boolean | undefined;
  /**
   * The largest length of a record, in bytes of the file.
   * @default 16_777_216
   */
  readonly maxRecordLength?: number | undefined;
  /** Ends the inspection and the reading of records, which then reject with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Called from time to time while the file is read for the first time, with the bytes read so far. */
  readonly onProgress?: ((bytes: number) => void) | undefined;
}

/** A choice, and what else could be chosen: each is a value for the option of the same name. */
export interface Choice {
  /** What is used, as the value of an option; `undefined` if nothing fits. */
  readonly used: string | undefined;
  /** In words: `column stop_id`, `slug of the name`. */
  readonly words: string;
  /** Other values that fit, best first. */
  readonly others: readonly string[];
}

/** What is understood of a file, and the way to its records. */
export interface Inspection {
  readonly format: ImportFormat;
  /** The format in words: `GeoJSON`. */
  readonly formatWords: string;
  /** How many rows the file has, refused ones included. */
  readonly rows: number;
  /** All fields, with up to three different values as text. */
  readonly fields: readonly { readonly name: FieldName; readonly examples: readonly string[] }[];
  /** `used` is `latitude,longitude` with the names of two fields, or the name of one. */
  readonly coordinates: Choice;
  readonly id: Choice;
  readonly description: Choice;
  /** The fields that are not imported. */
  readonly unused: readonly FieldName[];
  /** What else a user should know: `2 lines before the header are skipped`, `altitudes are left out`. */
  readonly notes: readonly string[];
  /** The first entries, at most ten. */
  readonly preview: readonly ParsedEntry[];
  /**
   * Why nothing of the file may be imported, and what to do: metres instead of degrees, two records with one
   * identifier.
   */
  readonly fault: InspectionFault | undefined;
  /**
   * Reads the file again, and yields its records. No two different ones have the same identifier, unless
   * `duplicates` is `last`.
   *
   * @throws {FormatError} by the iteration: `FORMAT_INVALID` if there is a fault, or where the file is broken.
   */
  records(): AsyncGenerator<readonly ParsedEntry[], undefined>;
}

/** Why a file as a whole is refused. */
export interface InspectionFault {
  /** One sentence. */
  readonly message: string;
  /** The options that mend it, likeliest first; none if the file itself has to be changed. */
  readonly remedies: readonly { readonly options: InspectOptions; readonly words: string }[];
}
