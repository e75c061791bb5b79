import { FormatError } from '../format-error.ts';
import { nearestName } from '../nearest-name.ts';
import type { ParseSettings } from '../parse-options.ts';
import { quote } from '../refusal.ts';

/** Where the parts of a record are in a row. */
export interface CsvColumns {
  readonly id: number;
  /** `undefined` when no record of the file has a description. */
  readonly description: number | undefined;
  readonly latitude: number;
  readonly longitude: number;
}

/** A column that a record needs: the option with its name, and names that it often has in files of other programs. */
interface Wanted {
  readonly option: 'idProperty' | 'latitudeColumn' | 'longitudeColumn';
  readonly name: string;
  readonly aliases: RegExp;
}

/**
 * Finds the columns of the records.
 *
 * @throws {FormatError} `FORMAT_INVALID` when one is missing or there twice, or others are there that are not ignored.
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
  if (unknown.length > 0 && !ignoreProperties) throw unknownColumns(unknown, used, description === -1);
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

/** Where columns are missing, a number is hardly the name of one, unlike the years of a table. NUL is in none. */
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
    const alike = names.find(
      (other) => nearestName(other, [name]) !== undefined || aliases.test(other.trim()),
    );
    return alike === undefined ? [] : [`${option}: ${quote(alike)}`];
  });
  const advice = hints.length > 0 ? ` These options may be meant: ${hints.join(', ')}.` : '';
  const columns = missing.length > 1 ? 'columns' : 'column';
  return invalid(
    `The header of the CSV file has no ${columns} ${absent}. Its columns are ${listOf(names)}.${advice}`,
  );
}

function unknownColumns(
  unknown: readonly string[],
  used: readonly string[],
  hasNoDescription: boolean,
): FormatError {
  const [only = ''] = unknown;
  const meant = unknown.length === 1 && hasNoDescription ? nearestName(only, used) : undefined;
  const advice = meant === undefined ? '' : ` Did you mean ${quote(meant)}?`;
  return invalid(
    `The CSV file has columns that a record does not have: ${listOf(unknown)}.${advice} ` +
      "Leave them out with properties: 'ignore'.",
  );
}

/** Names for a message, the first ones of many. */
function listOf(names: readonly string[]): string {
  const shown = names.slice(0, 12).map(quote).join(', ');
  return names.length > 12 ? `${shown} and ${names.length - 12} more` : shown;
}

function invalid(message: string): FormatError {
  return new FormatError('FORMAT_INVALID', message);
}
