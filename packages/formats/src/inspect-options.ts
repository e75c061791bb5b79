import { OptionError } from '@location-records/core';
import { checkOptionNames, checkOptionTypes } from '@location-records/core/adapter-kit';
import type { InspectOptions } from './inspection.ts';
import { formatWords } from './rows/read-rows.ts';

const names = [
  'format',
  'id',
  'description',
  'latitude',
  'longitude',
  'coordinates',
  'swap',
  'crs',
  'scale',
  'encoding',
  'delimiter',
  'columns',
  'layer',
  'trusted',
  'duplicates',
  'strictCoordinates',
  'maxRecordLength',
  'signal',
  'onProgress',
] as const satisfies readonly (keyof InspectOptions)[];

const maxMaxRecordLength = 2 ** 28;

/** The checked options with their defaults. `undefined` means that the file decides. */
export interface InspectSettings extends InspectOptions {
  readonly swap: boolean;
  readonly scale: number;
  readonly duplicates: 'error' | 'last';
  readonly strictCoordinates: boolean;
  readonly maxRecordLength: number;
}

/** @throws {OptionError} if an option cannot work or is not known. */
export function checkInspectOptions(options: InspectOptions | undefined): InspectSettings {
  const given = checkOptionNames(options, names);
  const { swap = false, scale = 1, duplicates = 'error', strictCoordinates = false, trusted = false } = given;
  const { maxRecordLength = 2 ** 24, format, delimiter, columns, signal, onProgress } = given;
  const { id, description, latitude, longitude, coordinates, crs, encoding, layer } = given;
  checkOptionTypes('string', { id, description, latitude, longitude, coordinates, crs, encoding, layer });
  checkOptionTypes('boolean', { swap, strictCoordinates, trusted });
  checkOptionTypes('function', { onProgress });
  checkOptionTypes('signal', { signal });
  if (format !== undefined && !Object.hasOwn(formatWords, format)) {
    throw new OptionError('format', `one of ${Object.keys(formatWords).join(', ')}`);
  }
  if (delimiter !== undefined && !/^[^"\r\n]$/u.test(delimiter)) {
    throw new OptionError('delimiter', 'one character that is neither a quote nor a line end');
  }
  if (
    columns !== undefined &&
    !(Array.isArray(columns) && columns.every((name) => typeof name === 'string'))
  ) {
    throw new OptionError('columns', 'an array of names');
  }
  if (!Number.isFinite(scale) || scale === 0) throw new OptionError('scale', 'a number other than 0');
  if (duplicates !== 'error' && duplicates !== 'last')
    throw new OptionError('duplicates', "'error' or 'last'");
  if (!Number.isInteger(maxRecordLength) || maxRecordLength < 1 || maxRecordLength > maxMaxRecordLength) {
    throw new OptionError('maxRecordLength', `a whole number from 1 to ${maxMaxRecordLength}`);
  }
  if ((latitude === undefined) !== (longitude === undefined)) {
    throw new OptionError(
      latitude === undefined ? 'latitude' : 'longitude',
      'given together with the other one',
    );
  }
  if (latitude !== undefined && coordinates !== undefined) {
    throw new OptionError('coordinates', 'left out if latitude and longitude are given');
  }
  return { ...given, swap, scale, duplicates, strictCoordinates, maxRecordLength };
}
