import type { FieldName, Fields } from '../rows/row.ts';
import { belongTogether, type Half, halvesOf, isLetter, isOfDegrees, scoreOf } from './coordinate-names.ts';
import {
  type AllFields,
  type Axes,
  allFieldsOf,
  completeAxes,
  fieldsOfAxes,
  readAxis,
} from './coordinate-parts.ts';
import type { LetterO } from './degrees.ts';
import { fieldNames, wordsOf } from './names.ts';
import { type PairOrder, readPair } from './point.ts';

/** The two fields that hold the coordinates, and those that complete them. */
export interface TwoFields {
  readonly kind: 'two';
  readonly latitude: FieldName;
  readonly longitude: FieldName;
  /** What the numbers are multiplied by. */
  readonly scale: number;
  /** How each of them is read. */
  readonly axes: Axes;
  readonly letterO: LetterO;
}

/** The field that holds both coordinates. */
interface OneField {
  readonly kind: 'one';
  readonly name: FieldName;
  readonly order: PairOrder;
  /** Whether the name promises two numbers, so that `33,65` are two rather than one. */
  readonly isPair?: boolean | undefined;
  readonly letterO?: LetterO;
}

/** The field or the two fields that hold the coordinates. */
export type CoordinateFields = TwoFields | OneField;

type Sample = readonly { readonly fields: Fields }[];

/** Two numbers of a row as they are in the file: degrees, or metres of a projection. */
export interface RawPoint {
  readonly latitude: number;
  readonly longitude: number;
  readonly hasAltitude?: boolean | undefined;
}

/** Fields that may hold the coordinates, with how well they fit. */
export interface CoordinateChoice {
  readonly fields: CoordinateFields;
  /** The share of the rows whose coordinates can be read, from 0 to 1. */
  readonly share: number;
  /** The share of these that look right, from 0 to 1. */
  readonly inRange: number;
  /** Whether their names say only that they are coordinates, not of what. */
  readonly isPlain: boolean;
}

/** Names of fields with both coordinates. */
const both =
  /^(?:coord|koord|kord|location|geo|point|position|lat ?l|l[ao]n?g? ?lat|wkt|the geom|shape|gps|standort|ubicacion)|(?:^| )(?:coordinates|coordenadas|point|wkt|geom|geometry|location)$/;

/** At least this share of the values must be coordinates. The names of two fields say more than that of one. */
const leastShare = { two: 0.5, one: 0.9 };

/** Finds the fields that hold the coordinates of the rows, best first. */
export function chooseCoordinates(
  sample: Sample,
  looksRight: (point: RawPoint, fields: CoordinateFields) => boolean,
): readonly CoordinateChoice[] {
  const names = fieldNames(sample);
  const candidates = [...pairsOf(names, sample), ...singlesOf(names, sample), ...namelessOf(names, sample)]
    .map((candidate) => ({ ...candidate, ...judge(candidate.fields, sample, looksRight) }))
    .filter(
      ({ fields, filled, share, inRange, digits, isLetter }) =>
        share > 0 &&
        (isGeometryField(fields) || share >= leastShare[fields.kind] * filled) &&
        // Small whole numbers in E and N are anything.
        !(isLetter && inRange > 0 && digits < 3),
    );
  const most = Math.max(0, ...candidates.map(({ share }) => share));
  // Numbers that cannot be degrees come last, however they are called; then fields that are often empty.
  const rank = ({ inRange, share }: CoordinateChoice) =>
    (inRange > 0.5 ? 2 : 0) + (share > 0.8 * most ? 1 : 0);
  return (
    candidates
      .sort(
        (a, b) =>
          rank(b) - rank(a) || b.score - a.score || b.digits - a.digits || (a.style ?? 0) - (b.style ?? 0),
      )
      // Dates such as 2024/05/01 can be read as points, too.
      .filter(({ inRange }, index) => index === 0 || inRange > 0)
      .map(({ fields, share, inRange, isPlain }) => ({ fields, share, inRange, isPlain }))
  );
}

function isGeometryField(fields: CoordinateFields): boolean {
  return fields.kind === 'one' && fields.name === 'geometry';
}

interface Candidate {
  readonly fields: CoordinateFields;
  /** How well the names fit, and then their place among those that fit as well. */
  readonly score: number;
  readonly style?: number;
  readonly isLetter?: boolean;
  readonly isPlain: boolean;
}

function pairsOf(names: readonly FieldName[], sample: Sample): Candidate[] {
  const all = allFieldsOf(names, sample);
  const [latitudes, longitudes] = all.halves;
  const found = latitudes.flatMap((latitude) =>
    longitudes
      .filter((longitude) => belongTogether(latitude, longitude))
      .map((longitude) => pairOf(latitude, longitude, all)),
  );
  const pairs = found.filter((pair) => pair !== undefined);
  // Minutes are no coordinates by themselves.
  const parts = new Set(pairs.flatMap(({ fields }) => partsOf(fields)));
  return pairs.filter(({ fields }) => !namesOfCoordinates(fields).some((name) => parts.has(name)));
}

function pairOf(latitude: Half, longitude: Half, all: AllFields): Candidate | undefined {
  const fields = completeFields(latitude.name, longitude.name, all);
  if (fields === undefined) return undefined;
  // Decimals are preferred to minutes in separate fields.
  const isDivided = fields.axes.some(({ minutes }) => minutes !== undefined);
  return {
    fields: { ...fields, scale: latitude.scale, letterO: fields.letterO ?? latitude.letterO },
    score: scoreOf(latitude) - (isDivided ? 25 : 0),
    style: latitude.style,
    isLetter: isLetter(latitude),
    isPlain: latitude.stem === '' && isOfDegrees(latitude),
  };
}

/** Completes two fields by those of their minutes, seconds and hemispheres; `undefined` if only one has minutes. */
export function completeFields(
  latitude: FieldName,
  longitude: FieldName,
  all: AllFields,
): TwoFields | undefined {
  const axes = completeAxes(latitude, longitude, all);
  if (axes === undefined) return undefined;
  const [ofLatitude] = halvesOf(latitude, 0);
  const letterO = meaningOfO([longitude, axes[1].hemisphere ?? longitude], all.sample) ?? ofLatitude?.letterO;
  return { kind: 'two', latitude, longitude, scale: 1, axes, letterO };
}

/** How many rows tell what the letter O means. */
const rowsForLetters = 1000;

/** Finds what the letter O means in some fields by the other letters: east beside W, and west beside E. */
function meaningOfO(names: readonly FieldName[], sample: Sample): LetterO {
  const letters = new Set<string>();
  for (const { fields } of sample.slice(0, rowsForLetters)) {
    for (const name of names) {
      const value = fields.get(name);
      const text = typeof value === 'string' && value.length < 60 ? value : '';
      for (const [letter] of text.matchAll(/(?<!\p{L})[EWO](?!\p{L})/giu)) letters.add(letter.toUpperCase());
    }
  }
  if (!letters.has('O') || (letters.has('E') && letters.has('W'))) return undefined;
  return letters.has('E') ? 'W' : letters.has('W') ? 'E' : undefined;
}

function singlesOf(names: readonly FieldName[], sample: Sample): Candidate[] {
  return names.flatMap((name): Candidate[] => {
    if (name === 'geometry')
      return [{ fields: { kind: 'one', name, order: 'longitude-first' }, score: 120, isPlain: true }];
    const words = wordsOf(name).join(' ');
    const isPair = both.test(words);
    const score = isPair ? 60 : 30;
    const example = sample.map(({ fields }) => fields.get(name)).find((value) => value !== undefined);
    return ordersOf(words, example).map((order, index) => ({
      fields: { kind: 'one', name, order, isPair, letterO: meaningOfO([name], sample) },
      score: score - index,
      isPlain: false,
    }));
  });
}

/**
 * Finds two columns side by side in a table without a header: decimals, of which only those of the second one
 * go beyond 90. Smaller ones do not tell which is the latitude.
 */
function namelessOf(names: readonly FieldName[], sample: Sample): Candidate[] {
  if (!names.every((name) => /^column\d+$/.test(name))) return [];
  const largest = names.map((name) => largestDecimal(sample.map(({ fields }) => fields.get(name))));
  const isPair = (latitude: number, longitude: number) =>
    (largest[latitude] ?? Infinity) <= 90 && isBetween(largest[longitude], 90, 180);
  const candidate = (latitude: number, longitude: number): Candidate => ({
    fields: plainFields(names[latitude] as FieldName, names[longitude] as FieldName),
    score: 10,
    isPlain: false,
  });
  return names.flatMap((_, index) => {
    if (isPair(index, index + 1)) return [candidate(index, index + 1)];
    return isPair(index + 1, index) ? [candidate(index + 1, index)] : [];
  });
}

function plainFields(latitude: FieldName, longitude: FieldName): TwoFields {
  const axes: Axes = [{ degrees: latitude }, { degrees: longitude }];
  return { kind: 'two', latitude, longitude, scale: 1, axes, letterO: undefined };
}

/** Returns the largest size of decimals; `undefined` if some values are none. */
export function largestDecimal(values: readonly unknown[]): number | undefined {
  const filled = values.filter((value) => value !== undefined);
  const isDecimal = (value: unknown) => typeof value === 'string' && /^[+-]?\d{1,3}\.\d{2,}$/.test(value);
  if (filled.length === 0 || !filled.every(isDecimal)) return undefined;
  return filled.reduce<number>((most, value) => Math.max(most, Math.abs(Number(value))), 0);
}

function isBetween(number: number | undefined, least: number, most: number): boolean {
  return number !== undefined && number > least && number <= most;
}

/** Returns the orders of two numbers that a name allows, the usual one first. */
function ordersOf(words: string, example: unknown): readonly PairOrder[] {
  if (/^lat(?:itude)? ?(?:and |or )?l(?:on|ng|ong|ongitude)?\b|^latl|^geo ?(?:point|location)/.test(words)) {
    return ['latitude-first'];
  }
  if (/^l(?:on|ng|ong|ongitude) ?(?:and |or )?lat|^xy$/.test(words)) return ['longitude-first'];
  // A list of JSON has the order of GeoJSON.
  const isList = Array.isArray(example) || (typeof example === 'string' && /^\s*\[/.test(example));
  return isList ? ['longitude-first', 'latitude-first'] : ['latitude-first', 'longitude-first'];
}

/** How well values fit, as shares. */
interface Judgement {
  readonly filled: number;
  readonly share: number;
  readonly inRange: number;
  /** The most digits behind the decimal point. More than 6 are no more exact. */
  readonly digits: number;
}

function digitsOf(number: number): number {
  return Math.min(/\.(\d+)$/.exec(String(number))?.[1]?.length ?? 0, 6);
}

function judge(
  fields: CoordinateFields,
  sample: Sample,
  looksRight: (point: RawPoint, fields: CoordinateFields) => boolean,
): Judgement {
  let [filled, read, inRange, digits] = [0, 0, 0, 0];
  for (const { fields: row } of sample) {
    if (isEmpty(fields, row)) continue;
    filled++;
    const point = readPoint(fields, row);
    if (!point) continue;
    read++;
    if (looksRight(point, fields)) inRange++;
    digits = Math.max(digits, digitsOf(point.latitude));
  }
  const { length } = sample;
  const share = read / length;
  return { filled: filled / length, share, inRange: read === 0 ? 0 : inRange / read, digits };
}

/** Whether numbers can be degrees. Some count longitudes from 0 to 360. */
export function isInRange({ latitude, longitude }: RawPoint): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}

/** Returns the names of all fields that the coordinates are read from. */
export function fieldsOfCoordinates(fields: CoordinateFields): readonly FieldName[] {
  return fields.kind === 'one' ? [fields.name] : fieldsOfAxes(fields.axes);
}

/** Returns the names by which the fields with the coordinates are chosen: of both, or of a latitude and a longitude. */
export function namesOfCoordinates(fields: CoordinateFields): readonly FieldName[] {
  return fields.kind === 'one' ? [fields.name] : [fields.latitude, fields.longitude];
}

function partsOf(fields: CoordinateFields): readonly FieldName[] {
  const names = namesOfCoordinates(fields);
  return fieldsOfCoordinates(fields).filter((name) => !names.includes(name));
}

/** Whether a row has no value where its coordinates should be. */
export function isEmpty(fields: CoordinateFields, row: Fields): boolean {
  return namesOfCoordinates(fields).every((name) => String(row.get(name) ?? '').trim() === '');
}

/** Reads the coordinates of a row as they are in the file; `undefined` if its values are none. */
export function readPoint(fields: CoordinateFields, row: Fields): RawPoint | undefined {
  if (fields.kind === 'two') {
    const [north, east] = fields.axes;
    const latitude = readAxis(north, row, fields.letterO);
    const longitude = readAxis(east, row, fields.letterO);
    if (latitude === undefined || longitude === undefined) return undefined;
    return { latitude: scaled(latitude, fields.scale), longitude: scaled(longitude, fields.scale) };
  }
  const value = row.get(fields.name);
  const pair = readPair(value, fields.isPair, fields.letterO);
  if (!pair) return undefined;
  const { first, second, hasAltitude } = pair;
  const order = pair.order ?? fields.order;
  return order === 'latitude-first'
    ? { latitude: first, longitude: second, hasAltitude }
    : { latitude: second, longitude: first, hasAltitude };
}

/** Multiplies, and rounds to what the factor can mean: 488583700 × 1e-7 is 48.85837. */
export function scaled(number: number, factor: number): number {
  if (factor === 1) return number;
  const inverse = Math.round(1 / factor);
  return inverse * factor === 1 ? number / inverse : number * factor;
}
