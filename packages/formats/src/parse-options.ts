import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import { checkTextFormat, type TextFormat } from './formats.ts';
import type { ParsedEntry } from './parsed-entry.ts';

/** Options of {@link parseRecords}. A format that has no use for one of them ignores it. */
export interface ParseOptions {
  /** @default detected from the content, as `detectFormat` does */
  readonly format?: TextFormat | undefined;
  /**
   * The member of the `properties` of a Feature, or the column of CSV, with the identifier.
   * @default the `id` of a Feature, or the column `id`
   */
  readonly idProperty?: string | undefined;
  /**
   * The member of the `properties` of a Feature, or the column of CSV, with the description.
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
   * Separates the fields of CSV: one character that is neither a quote nor a line end.
   * @default a comma, a semicolon or a tab, detected from the header line
   */
  readonly delimiter?: string | undefined;
  /**
   * Whether unknown members and columns are an error (D29), or left out.
   * @default 'refuse'
   */
  readonly properties?: 'refuse' | 'ignore' | undefined;
  /**
   * Leaves altitudes out. Otherwise, a record with an altitude is refused.
   * @default false
   */
  readonly dropAltitude?: boolean | undefined;
  /**
   * Refuses latitudes beyond ±90 and longitudes beyond ±180 (D32). Otherwise, such a record has a `doubt`.
   * @default false
   */
  readonly strictCoordinates?: boolean | undefined;
  /**
   * The largest length of a record, in bytes of the file, from 1 to 268,435,456. A longer one is refused.
   * @default 16_777_216
   */
  readonly maxRecordLength?: number | undefined;
}

/** The checked options with their defaults. `undefined` means that the default depends on the content. */
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

/** @throws {OptionError} if an option cannot work or is not known. */
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
 * Reads one format from the bytes of a file, in chunks cut anywhere. It yields batches in the order of the
 * file, throws a `FormatError` about the file as a whole, and reads no further chunks after `return`.
 */
export type TextReader = (
  chunks: AsyncIterable<Uint8Array>,
  settings: ParseSettings,
) => AsyncGenerator<readonly ParsedEntry[], undefined>;
