import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkTextFormat, type TextFormat } from './formats.ts';
import type { ParsedEntry } from './parsed-entry.ts';

/** Options of {@link parseRecords}. A format that has no use for one of them ignores it. */
export interface ParseOptions {
  /**
   * The format.
   * @default told from the content, as `detectFormat` does
   */
  readonly format?: TextFormat | undefined;
  /**
   * What holds the identifier: a member of the `properties` of a Feature, or a column of CSV.
   * @default the `id` of a Feature, or the column `id`
   */
  readonly idProperty?: string | undefined;
  /**
   * What holds the description: a member of the `properties` of a Feature, or a column of CSV.
   * @default 'description'
   */
  readonly descriptionProperty?: string | undefined;
  /**
   * The column of CSV with the latitude in degrees.
   * @default 'latitude'
   */
  readonly latitudeColumn?: string | undefined;
  /**
   * The column of CSV with the longitude in degrees.
   * @default 'longitude'
   */
  readonly longitudeColumn?: string | undefined;
  /**
   * What is between two fields of CSV: one character that is neither a quote nor a line end.
   * @default told from the header line, among a comma, a semicolon and a tab
   */
  readonly delimiter?: string | undefined;
  /**
   * What happens to a record with members or columns that a record does not have (D29).
   * @default 'refuse'
   */
  readonly properties?: 'refuse' | 'ignore' | undefined;
  /**
   * Leaves out the third number of a position in GeoJSON. A record with an altitude is refused otherwise.
   * @default false
   */
  readonly dropAltitude?: boolean | undefined;
  /**
   * Refuses a latitude beyond ±90 and a longitude beyond ±180 (D32). Such a record has a `doubt` otherwise.
   * @default false
   */
  readonly strictCoordinates?: boolean | undefined;
  /**
   * How long a record may be, in bytes of the file: a whole number from 1 to 268,435,456. A longer one is
   * refused.
   * @default 16_777_216
   */
  readonly maxRecordLength?: number | undefined;
}

/**
 * The options, checked and with their defaults. `undefined` is left where the default depends on the content.
 */
export interface ParseSettings {
  readonly format: TextFormat | undefined;
  readonly idProperty: string | undefined;
  readonly descriptionProperty: string;
  readonly latitudeColumn: string;
  readonly longitudeColumn: string;
  readonly delimiter: string | undefined;
  readonly ignoreProperties: boolean;
  readonly dropAltitude: boolean;
  readonly strictCoordinates: boolean;
  readonly maxRecordLength: number;
}

/** The names of the options. */
export const parseOptionNames = [
  'format',
  'idProperty',
  'descriptionProperty',
  'latitudeColumn',
  'longitudeColumn',
  'delimiter',
  'properties',
  'dropAltitude',
  'strictCoordinates',
  'maxRecordLength',
] as const;

const maxMaxRecordLength = 2 ** 28;

/** @throws {OptionError} when an option cannot work or is not known. */
export function checkParseOptions(options: ParseOptions | undefined): ParseSettings {
  const {
    format,
    idProperty,
    descriptionProperty = 'description',
    latitudeColumn = 'latitude',
    longitudeColumn = 'longitude',
    delimiter,
    properties = 'refuse',
    dropAltitude = false,
    strictCoordinates = false,
    maxRecordLength = 2 ** 24,
  } = checkOptionNames(options, parseOptionNames);
  if (format !== undefined) checkTextFormat(format);
  checkOptionTypes('string', { idProperty, descriptionProperty, latitudeColumn, longitudeColumn });
  checkOptionTypes('boolean', { dropAltitude, strictCoordinates });
  if (delimiter !== undefined && !(typeof delimiter === 'string' && /^[^"\r\n]$/u.test(delimiter))) {
    throw new OptionError('delimiter', 'one character that is neither a quote nor a line end');
  }
  if (properties !== 'refuse' && properties !== 'ignore') {
    throw new OptionError('properties', "'refuse' or 'ignore'");
  }
  if (!Number.isInteger(maxRecordLength) || maxRecordLength < 1 || maxRecordLength > maxMaxRecordLength) {
    throw new OptionError('maxRecordLength', `a whole number from 1 to ${maxMaxRecordLength}`);
  }
  return {
    format,
    idProperty,
    descriptionProperty,
    latitudeColumn,
    longitudeColumn,
    delimiter,
    ignoreProperties: properties === 'ignore',
    dropAltitude,
    strictCoordinates,
    maxRecordLength,
  };
}

/**
 * Reads one format, with the positions of the records in it. It is given the bytes of the file from its
 * beginning, in chunks cut anywhere, and yields batches in the order of the file. It throws a `FormatError`
 * for what concerns the whole, and reads no further chunks once it is returned.
 */
export type TextReader = (
  chunks: AsyncIterable<Uint8Array>,
  settings: ParseSettings,
) => AsyncGenerator<readonly ParsedEntry[], undefined>;
