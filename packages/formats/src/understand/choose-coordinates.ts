import type { FieldName, Fields } from '../rows/row.ts';
import { readDegrees } from './degrees.ts';
import { fieldNames, wordSet, wordsOf } from './names.ts';
import { type PairOrder, readPair } from './point.ts';

/** The field or the two fields that hold the coordinates. */
export type CoordinateFields =
  | {
      readonly kind: 'two';
      readonly latitude: FieldName;
      readonly longitude: FieldName;
      /** What the numbers are multiplied by. */
      readonly scale: number;
    }
  | {
      readonly kind: 'one';
      readonly name: FieldName;
      readonly order: PairOrder;
      /** Whether the name promises two numbers, so that `33,65` are two rather than one. */
      readonly isPair?: boolean | undefined;
    };

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

/**
 * Words for latitude and longitude that belong together, the preferred ones first. Words beside the first
 * are alternatives.
 */
const styles = (
  [
    ['latitude', 'longitude'],
    ['lat', 'lon lng long'],
    ['latitud', 'longitud'],
    ['latitudine', 'longitudine'],
    ['breitengrad breite', 'langengrad laengengrad lange laenge'],
    ['breedtegraad', 'lengtegraad'],
    ['breddegrad bredde', 'lengdegrad lengde langdgrad laengdegrad langd'],
    ['leveysaste leveys', 'pituusaste pituus'],
    ['szerokosc', 'dlugosc'],
    ['szelesseg', 'hosszusag'],
    ['sirka', 'delka dlzka'],
    ['enlem', 'boylam'],
    ['широта', 'долгота довгота'],
    ['緯度 纬度', '経度 經度 经度'],
    ['위도', '경도'],
    ['lintang', 'bujur'],
    ['y', 'x'],
    ['ycoord y坐标 northing', 'xcoord x坐标 easting'],
  ] as const
).map(([latitude, longitude]) => [latitude.split(' '), longitude.split(' ')] as const);
const [yx, northing] = [styles.length - 2, styles.length - 1];

/** Words that do not say which point of a record it is. */
const neutral = wordSet(
  'decimal deg degrees degree degre grad dd wgs84 wgs 84 epsg 4326 gps geo geom geometry location ' +
    'position coordinates coordinate coord coords e7 e6 point stop map centroid center centre ' +
    'properties loc geolocation address intpt station site place geographique geografica geograficzna ' +
    'north east value n e',
);

/** Names of fields with both coordinates. */
const both =
  /^(?:coord|koord|kord|location|geo|point|position|lat ?l|l[ao]n?g? ?lat|wkt|the geom|shape|gps|standort|ubicacion)|(?:^| )(?:coordinates|coordenadas|point|wkt|geom|geometry|location)$/;

/** At least this share of the values must be coordinates. The names of two fields say more than that of one. */
const leastShare = { two: 0.5, one: 0.9 };

/** Finds the fields that hold the coordinates of the rows, best first. */
export function chooseCoordinates(
  sample: readonly { readonly fields: Fields }[],
  looksRight: (point: RawPoint, fields: CoordinateFields) => boolean,
): readonly CoordinateChoice[] {
  const names = fieldNames(sample);
  const candidates = [...pairsOf(names), ...singlesOf(names, sample), ...namelessOf(names, sample)]
    .map((candidate) => ({ ...candidate, ...judge(candidate.fields, sample, looksRight) }))
    .filter(
      ({ fields, filled, share }) =>
        share > 0 && (isGeometryField(fields) || share >= leastShare[fields.kind] * filled),
    );
  const most = Math.max(0, ...candidates.map(({ share }) => share));
  // Numbers that cannot be degrees come last, however they are called; then fields that are often empty.
  const rank = ({ inRange, share }: CoordinateChoice) =>
    (inRange > 0.5 ? 2 : 0) + (share > 0.8 * most ? 1 : 0);
  return (
    candidates
      .sort((a, b) => rank(b) - rank(a) || b.score - a.score)
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
  readonly score: number;
  readonly isPlain: boolean;
}

/** A name as that of a latitude or a longitude. */
interface Half {
  readonly name: FieldName;
  readonly style: number;
  /** The rest of the name, which the other half has as well. */
  readonly stem: string;
  /** Whether the word is only the end of another: `reclat`. */
  readonly isEnding: boolean;
  /** What the words say about the unit. */
  readonly scale: number;
}

function pairsOf(names: readonly FieldName[]): Candidate[] {
  const latitudes = names.flatMap((name) => halvesOf(name, 0));
  const longitudes = names.flatMap((name) => halvesOf(name, 1));
  return latitudes.flatMap((latitude) =>
    longitudes
      .filter((longitude) => belongTogether(latitude, longitude))
      .map((longitude) => ({
        fields: {
          kind: 'two',
          latitude: latitude.name,
          longitude: longitude.name,
          scale: latitude.scale,
        } as const,
        score: scoreOf(latitude),
        isPlain: latitude.stem === '' && latitude.style < yx,
      })),
  );
}

function belongTogether(latitude: Half, longitude: Half): boolean {
  const isSame = latitude.stem === longitude.stem && latitude.scale === longitude.scale;
  return isSame && latitude.style === longitude.style && latitude.name !== longitude.name;
}

/** Returns the ways to read a name as a latitude (0) or a longitude (1). */
function halvesOf(name: FieldName, side: 0 | 1): Half[] {
  const words = wordsOf(name).map((word) => word.replace(/(?<=\p{L}{3})e([67])$/u, ''));
  const scale = /e7$/i.test(name) ? 1e-7 : /e6$/i.test(name) ? 1e-6 : 1;
  return styles.flatMap((style, index): Half[] => {
    const exact = style[side].find((word) => words.includes(word));
    if (exact !== undefined) {
      const stem = words.filter((word) => word !== exact && !neutral.has(word)).join(' ');
      return [{ name, style: index, stem, isEnding: false, scale }];
    }
    const last = (words.at(-1) ?? '').replace(/\d+$/, '');
    const ending = style[side].find(
      (word) => word.length > 2 && (last.endsWith(word) || last.startsWith(word)),
    );
    if (ending === undefined) return [];
    const rest = [...words.slice(0, -1), last.replace(ending, '')].filter(
      (word) => word && !neutral.has(word),
    );
    return [{ name, style: index, stem: rest.join(' '), isEnding: true, scale }];
  });
}

function scoreOf({ style, stem, isEnding }: Half): number {
  const penalty = style === northing ? 50 : style === yx ? 30 : 0;
  return 100 - style - (stem === '' ? 0 : 20) - (isEnding ? 10 : 0) - penalty;
}

function singlesOf(names: readonly FieldName[], sample: readonly { readonly fields: Fields }[]): Candidate[] {
  return names.flatMap((name): Candidate[] => {
    if (name === 'geometry')
      return [{ fields: { kind: 'one', name, order: 'longitude-first' }, score: 120, isPlain: true }];
    const words = wordsOf(name).join(' ');
    const isPair = both.test(words);
    const score = isPair ? 60 : 30;
    const example = sample.map(({ fields }) => fields.get(name)).find((value) => value !== undefined);
    return ordersOf(words, example).map((order, index) => ({
      fields: { kind: 'one', name, order, isPair },
      score: score - index,
      isPlain: false,
    }));
  });
}

/**
 * Finds two columns side by side in a table without a header: decimals, of which only those of the second one
 * go beyond 90. Smaller ones do not tell which is the latitude.
 */
function namelessOf(
  names: readonly FieldName[],
  sample: readonly { readonly fields: Fields }[],
): Candidate[] {
  if (!names.every((name) => /^column\d+$/.test(name))) return [];
  const largest = names.map((name) => largestDecimal(sample.map(({ fields }) => fields.get(name))));
  const isPair = (latitude: number, longitude: number) =>
    (largest[latitude] ?? Infinity) <= 90 && isBetween(largest[longitude], 90, 180);
  const candidate = (latitude: number, longitude: number): Candidate => ({
    fields: {
      kind: 'two',
      latitude: names[latitude] as FieldName,
      longitude: names[longitude] as FieldName,
      scale: 1,
    },
    score: 10,
    isPlain: false,
  });
  return names.flatMap((_, index) => {
    if (isPair(index, index + 1)) return [candidate(index, index + 1)];
    return isPair(index + 1, index) ? [candidate(index + 1, index)] : [];
  });
}

/** Returns the largest size of decimals; `undefined` if some values are none. */
function largestDecimal(values: readonly unknown[]): number | undefined {
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

function judge(
  fields: CoordinateFields,
  sample: readonly { readonly fields: Fields }[],
  looksRight: (point: RawPoint, fields: CoordinateFields) => boolean,
): { readonly filled: number; readonly share: number; readonly inRange: number } {
  let [filled, read, inRange] = [0, 0, 0];
  for (const { fields: row } of sample) {
    if (isEmpty(fields, row)) continue;
    filled++;
    const point = readPoint(fields, row);
    if (!point) continue;
    read++;
    if (looksRight(point, fields)) inRange++;
  }
  const { length } = sample;
  return { filled: filled / length, share: read / length, inRange: read === 0 ? 0 : inRange / read };
}

/** Whether numbers can be degrees. Some count longitudes from 0 to 360. */
export function isInRange({ latitude, longitude }: RawPoint): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}

/** Returns the names of the fields with the coordinates. */
export function fieldsOfCoordinates(fields: CoordinateFields): readonly FieldName[] {
  return fields.kind === 'one' ? [fields.name] : [fields.latitude, fields.longitude];
}

/** Whether a row has no value where its coordinates should be. */
export function isEmpty(fields: CoordinateFields, row: Fields): boolean {
  return fieldsOfCoordinates(fields).every((name) => String(row.get(name) ?? '').trim() === '');
}

/** Reads the coordinates of a row as they are in the file; `undefined` if its values are none. */
export function readPoint(fields: CoordinateFields, row: Fields): RawPoint | undefined {
  if (fields.kind === 'two') {
    const latitude = readDegrees(row.get(fields.latitude));
    const longitude = readDegrees(row.get(fields.longitude));
    if (latitude === undefined || longitude === undefined) return undefined;
    return { latitude: scaled(latitude, fields.scale), longitude: scaled(longitude, fields.scale) };
  }
  const value = row.get(fields.name);
  const pair = readPair(value, fields.isPair);
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
