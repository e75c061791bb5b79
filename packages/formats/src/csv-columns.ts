import { FormatError } from './formats.ts';
import type { ParseSettings } from './parse-options.ts';
import { quote, Refusal } from './parsed-entry.ts';

const defaultDelimiters = [',', ';', '\t'];

/** Finds the delimiter of a header line: the most frequent one outside quotes. */
export function findDelimiter(headerLine: string): string {
  const bare = headerLine.replace(/"[^"]*"/g, '');
  const counts = defaultDelimiters.map((delimiter) => bare.split(delimiter).length);
  return defaultDelimiters[counts.indexOf(Math.max(...counts))] as string;
}

/** Returns the delimiter that a line before the header names: `sep=;`, which Excel writes and reads. */
export function delimiterNamedBy(line: string): string | undefined {
  const [, , named] = /^("?)sep=([^"\r\n\ufffd])\1$/iu.exec(line) ?? [];
  return named;
}

/** The columns of the parts of a record. */
export interface CsvColumns {
  readonly id: number;
  /** `undefined` if no record of the file has a description. */
  readonly description: number | undefined;
  readonly latitude: number;
  readonly longitude: number;
}

/** A column that a record needs: the option with its name, and its usual names in other programs. */
interface Wanted {
  readonly option: 'idProperty' | 'latitudeColumn' | 'longitudeColumn';
  readonly name: string;
  readonly aliases: RegExp;
}

/**
 * Finds the columns of the records.
 *
 * @throws {FormatError} `FORMAT_INVALID` if one is missing or there twice, or others are there that are not
 * ignored.
 */
export function readHeader(names: readonly string[], settings: ParseSettings): CsvColumns {
  const { descriptionProperty, ignoreProperties } = settings;
  const wanted = wantedColumns(settings);
  const missing = wanted.filter(({ name }) => !names.includes(name));
  if (missing.length > 0) {
    checkIsHeader(names);
    throw missingColumns(names, missing);
  }
  const used = [...wanted.map(({ name }) => name), descriptionProperty];
  const twice = used.find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined) throw invalid(`The header of the CSV file has the column ${quote(twice)} twice.`);
  const [id, latitude, longitude] = wanted.map(({ name }) => names.indexOf(name)) as [number, number, number];
  const description = names.indexOf(descriptionProperty);
  if (description === -1 && descriptionProperty !== 'description') {
    throw invalid(
      `The header of the CSV file has no column ${quote(descriptionProperty)}. Its columns are ${listOf(names)}.`,
    );
  }
  const unknown = names.filter((name) => !used.includes(name));
  if (unknown.length > 0 && !ignoreProperties) {
    throw invalid(
      `The CSV file has columns that a record does not have: ${listOf(unknown)}. ` +
        "Leave them out with properties: 'ignore'.",
    );
  }
  return { id, latitude, longitude, description: description === -1 ? undefined : description };
}

function wantedColumns({ idProperty, latitudeColumn, longitudeColumn }: ParseSettings): readonly Wanted[] {
  return [
    {
      option: 'idProperty',
      name: idProperty ?? 'id',
      aliases: /^(id|identifier|identifiant|kennung|uuid|guid|code|key|fid|ogc_fid|geonameid|osm_id|name)$/i,
    },
    {
      option: 'latitudeColumn',
      name: latitudeColumn,
      aliases: /^(.*[_ .-])?(lat|latitude|latitud|latitudine|breite|breitengrad|y)([_ .-](wgs84|deg|dd))?$/i,
    },
    {
      option: 'longitudeColumn',
      name: longitudeColumn,
      aliases:
        /^(.*[_ .-])?(lon|lng|long|longitude|longitud|longitudine|länge|laenge|längengrad|laengengrad|x)([_ .-](wgs84|deg|dd))?$/i,
    },
  ];
}

/** Called if columns are missing: a number or a NUL in the first line then means that it is no header. */
function checkIsHeader(names: readonly string[]): void {
  if (names.some((name) => name.includes('\0'))) {
    throw invalid('This is not CSV, and not text: its first line has the character NUL.');
  }
  const number = names.find((name) => /^\s*[+-]?\d+([.,]\d+)?\s*$/.test(name));
  if (number === undefined) return;
  throw invalid(
    `The CSV file has no header: its first line has the number ${quote(number)}. Add a line with the names of the ` +
      'columns: id,description,latitude,longitude',
  );
}

function missingColumns(names: readonly string[], missing: readonly Wanted[]): FormatError {
  const absent = missing.map(({ name }) => quote(name)).join(', ');
  const hints = missing.flatMap(({ name, option, aliases }) => {
    const alike = names.find((other) => isSameWord(other, name) || aliases.test(other.trim()));
    return alike === undefined ? [] : [`${option}: ${quote(alike)}`];
  });
  const advice = hints.length > 0 ? ` These options may be meant: ${hints.join(', ')}.` : '';
  const columns = missing.length > 1 ? 'columns' : 'column';
  return invalid(
    `The header of the CSV file has no ${columns} ${absent}. Its columns are ${listOf(names)}.${advice}`,
  );
}

/** Whether two names differ only in case, and in white space around them. */
function isSameWord(other: string, name: string): boolean {
  return other.trim().toLowerCase() === name.toLowerCase();
}

/** Lists names for a message, at most the first 12. */
function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(quote).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

function invalid(message: string): FormatError {
  return new FormatError('FORMAT_INVALID', message);
}

/** A number of JSON. A plus sign is allowed as well. */
const numeral = /^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Degrees, minutes and seconds: 48°12'30"N, 48° 12.5' or 48,208° N. */
const degrees =
  /^([+-]?)(\d+(?:[.,]\d+)?)\s*[°º](?:\s*(\d+(?:[.,]\d+)?)\s*['′’])?(?:\s*(\d+(?:[.,]\d+)?)\s*(?:"|″|”|''))?\s*([NSEWO]?)$/i;

/**
 * Reads a coordinate of a CSV file: a number as in JSON. Spaces and tabs around it and a plus sign are
 * tolerated. Returns `undefined` for an empty field.
 *
 * @throws {Refusal} if it is anything else, with what is probably meant.
 */
export function readCoordinate(field: string, name: 'latitude' | 'longitude'): number | undefined {
  if (numeral.test(field)) return Number(field);
  const text = field.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '');
  if (text === '') return undefined;
  if (numeral.test(text)) return Number(text);
  const shown = quote(text);
  throw new Refusal('SPEC 2', `the ${name} ${shown} is not a decimal number`, suggestNumber(text));
}

/** A longer text is no number, and some of the patterns below would take minutes for it. */
const longestNumber = 100;

function suggestNumber(text: string): string | undefined {
  if (text.length > longestNumber) return undefined;
  const withPoint = text.replace(',', '.');
  if (text.includes(',') && numeral.test(withPoint)) return `write it with a point: ${withPoint}`;
  const decimal = decimalDegrees(text);
  if (decimal !== undefined) return `write decimal degrees: ${decimal}`;
  if (/^[+-]?0x[\da-f]+$/i.test(text)) return 'write it as a decimal number';
  if (/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text)) return `write ${Number(text)}`;
  if (/^[+-]?\d[\d\s\u00a0\u202f'’,.]*$/.test(text)) {
    return 'leave out what separates the digits, and write a decimal point';
  }
  if (/^[-+−–]\s*\d/.test(text) || /^\d[\d.]*\s*[NSEWO]$/i.test(text)) {
    return 'write decimal degrees, with a minus sign "-" in the south and the west';
  }
  return undefined;
}

/** Converts degrees, minutes and seconds to decimal degrees. */
function decimalDegrees(text: string): number | undefined {
  const match = degrees.exec(text);
  if (match === null) return undefined;
  const [, sign, ...parts] = match;
  const [whole = 0, minutes = 0, seconds = 0] = parts
    .slice(0, 3)
    .map((part) => Number((part ?? '0').replace(',', '.')));
  const amount = whole + minutes / 60 + seconds / 3600;
  const isNegative = sign === '-' || /[SW]/i.test(parts[3] ?? '');
  return Number((isNegative ? -amount : amount).toFixed(7));
}
