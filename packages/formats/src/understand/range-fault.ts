import type { InspectionFault } from '../inspection.ts';
import type { FieldName, Row } from '../rows/row.ts';
import { isInRange, type RawPoint, scaled } from './choose-coordinates.ts';
import { readPacked } from './degrees.ts';
import { fieldNames, textOf, wordsOf } from './names.ts';
import type { GuessedSystem } from './projection.ts';

type Remedy = InspectionFault['remedies'][number];

/** Factors of integers that stand for degrees, and what they are called, the largest degrees first. */
const scales: readonly (readonly [factor: number, words: string])[] = [
  [1e-6, 'integers of millionths of a degree (E6)'],
  [1e-7, 'integers of ten-millionths of a degree (E7)'],
];

/** The unit of angles in files of Garmin (FIT), which call the fields `position_lat` and `position_long`. */
const semicircles = [180 / 2 ** 31, 'semicircles'] as const;

/** Most points must fit an explanation. */
const leastShare = 0.9;

/**
 * Explains coordinates of a file that are not degrees: what they are, and how to read them. Offers an option
 * only if the names and the values leave no other one.
 *
 * @param points some of them.
 * @param fields those that hold the latitude and the longitude, or the one with both.
 * @param sample rows whose other fields may name a zone.
 */
export async function explainRange(
  points: readonly RawPoint[],
  fields: readonly FieldName[],
  sample: readonly Row[],
): Promise<InspectionFault> {
  const { latitude, longitude } = points.find((point) => !isInRange(point)) as RawPoint;
  const numbers = (fields.length === 2 ? [latitude, longitude] : [longitude, latitude]).join(', ');
  const what = `The coordinates in ${fields.join(' and ')} are not degrees (${numbers})`;
  if (fits(points, ({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude }))) {
    const remedies = [{ options: { swap: true }, words: 'latitude and longitude are exchanged' }];
    return { message: `${what}: latitude and longitude look exchanged.`, remedies };
  }
  const fitting = scalesOf(points, fields);
  if (fitting.length > 0) {
    return {
      message: `${what}: they look like ${fitting.map(([, words]) => words).join(', or ')}.`,
      remedies: fitting.map(([factor, words]) => ({ options: { scale: factor }, words })),
    };
  }
  const packed = (['seconds', 'minutes'] as const).find((form) => arePacked(points, form));
  if (packed !== undefined) {
    const parts = packed === 'seconds' ? 'degrees, minutes and seconds' : 'degrees and minutes';
    const example = packed === 'seconds' ? `40°42'46"N` : `40°42.77'N`;
    const message = `${what}: they look like ${parts} without marks. Write them with marks or a letter, as ${example}.`;
    return { message, remedies: [] };
  }
  return explainMetres(`${what}, but probably metres of a projection.`, points, fields, sample);
}

function scalesOf(points: readonly RawPoint[], fields: readonly FieldName[]) {
  if (!points.every(isWhole)) return [];
  const isOfGarmin = fields.length === 2 && fields.every((name) => /^position_?(lat|long)$/i.test(name));
  const isFitting = ([factor]: readonly [number, string]) => fits(points, byFactor(factor));
  if (isOfGarmin && isFitting(semicircles)) return [semicircles];
  if (!points.some(isBeyondMetres)) return [];
  const fitting = scales.filter(isFitting);
  return fitting.length === 0 && isFitting(semicircles) ? [semicircles] : fitting;
}

/** Whether all of several points have digits that can be minutes, or minutes and seconds. */
function arePacked(points: readonly RawPoint[], form: 'minutes' | 'seconds'): boolean {
  const isPacked = (number: number, most: number) => Math.abs(readPacked(number, form) ?? Infinity) <= most;
  const isLarge = ({ latitude }: RawPoint) => Math.abs(latitude) > (form === 'seconds' ? 10_000 : 100);
  return (
    points.length >= 3 &&
    points.some(isLarge) &&
    points.every(({ latitude, longitude }) => isPacked(latitude, 90) && isPacked(longitude, 180))
  );
}

async function explainMetres(
  what: string,
  points: readonly RawPoint[],
  fields: readonly FieldName[],
  sample: readonly Row[],
): Promise<InspectionFault> {
  const zones = zonesOf(points, sample);
  if (zones.length > 1) {
    return { message: `${what} They are in several zones of UTM: import each zone alone.`, remedies: [] };
  }
  const [zone] = zones;
  if (zone !== undefined) {
    const words = `UTM zone ${zone.slice(-2)}${zone.startsWith('326') ? 'N' : 'S'}`;
    return { message: what, remedies: [{ options: { crs: `EPSG:${zone}` }, words }] };
  }
  const { guessSystems, guessWebMercator } = await import('./projection.ts');
  const plane = points.map(({ latitude, longitude }) => ({ x: longitude, y: latitude }));
  const systems = await guessSystems(plane);
  const { system: mercator, isPossible, isCertain } = await guessWebMercator(plane);
  const named = systems.filter(({ name }) => fields.some((field) => isNamed(name, field)));
  const [system, ...others] = named.length > 0 ? named : isCertain ? [mercator] : systems;
  if (system !== undefined && others.length === 0) return { message: what, remedies: [remedyOf(system)] };
  const possible = [...systems, ...(isPossible ? [mercator] : [])].slice(0, maxSystems);
  const places = possible.map(
    ({ name, words, place }) =>
      `${place.latitude.toFixed(3)}, ${place.longitude.toFixed(3)} in ${name} (${words})`,
  );
  const advice = 'The file does not say which: name it, such as crs: "EPSG:…".';
  const where = places.length === 0 ? '' : ` The first record would lie at ${places.join('; ')}.`;
  const isInZone = plane.every(({ x, y }) => Math.abs(x - 500_000) < 700_000 && y > 0 && y < 10_000_000);
  const utm = isInZone ? ' UTM needs the number of its zone: EPSG:32633 is zone 33N.' : '';
  return { message: `${what} ${advice}${where}${utm}`, remedies: [] };
}

/** How many possible systems are named. */
const maxSystems = 4;

function remedyOf({ name, words, turn }: GuessedSystem): Remedy {
  return { options: { crs: name, ...turn }, words };
}

/** Words in the names of fields that leave no doubt about a system. */
const namesOfSystems: Readonly<Record<string, RegExp>> = {
  'EPSG:2154': /lambert_?93|(^|_)l93|_93$/i,
  'EPSG:28992': /(^|_)rd(_|$)|rijksdriehoek/i,
  'EPSG:27700': /osgb|bng|easting/i,
  'EPSG:2056': /lv95|^gkod[en]$/i,
  'EPSG:5514': /jtsk|krovak/i,
  'EPSG:3006': /sweref/i,
  'EPSG:2193': /nztm/i,
  'EPSG:3035': /laea/i,
  'EPSG:21781': /lv03/i,
};

function isNamed(name: string, field: FieldName): boolean {
  return (namesOfSystems[name]?.test(field) ?? false) || field.includes(name.slice('EPSG:'.length));
}

/** Finds the codes of the zones of UTM that a field names: `33U`, `33`, `18 S`. */
function zonesOf(points: readonly RawPoint[], sample: readonly Row[]): readonly string[] {
  const isZone = (name: FieldName) =>
    wordsOf(name).some((word) => /^(?:utm)?zone$|^utm$|^zona$|^fuseau$/.test(word));
  const field = fieldNames(sample).find(isZone);
  if (field === undefined) return [];
  const found = new Set<string | undefined>();
  for (const { fields } of sample) {
    const text = textOf(fields.get(field));
    if (text !== undefined) found.add(codeOfZone(text.trim(), points));
  }
  const codes = [...found].filter((code) => code !== undefined);
  return codes.length === found.size ? codes : [];
}

function codeOfZone(text: string, points: readonly RawPoint[]): string | undefined {
  const [, number, letter = ''] = /^(?:utm)?\s*(\d\d?)\s*([a-z])$/i.exec(text) ?? [];
  if (number === undefined || Number(number) < 1 || Number(number) > 60) return undefined;
  // The band S is in the north, but some write S for the south.
  const isBandS = points.every(({ latitude }) => latitude > 3_500_000 && latitude < 4_500_000);
  const isNorth = letter.toUpperCase() === 'S' ? isBandS : letter.toUpperCase() >= 'N';
  return `${isNorth ? '326' : '327'}${number.padStart(2, '0')}`;
}

function fits(points: readonly RawPoint[], convert: (point: RawPoint) => RawPoint): boolean {
  return points.filter((point) => isInRange(convert(point))).length >= leastShare * points.length;
}

function isWhole({ latitude, longitude }: RawPoint): boolean {
  return Number.isInteger(latitude) && Number.isInteger(longitude);
}

/** Half of the circumference of the Earth in metres. */
const mostMetres = 20_037_509;

function isBeyondMetres({ latitude, longitude }: RawPoint): boolean {
  return Math.max(Math.abs(latitude), Math.abs(longitude)) > mostMetres;
}

function byFactor(factor: number): (point: RawPoint) => RawPoint {
  return ({ latitude, longitude }) => ({
    latitude: scaled(latitude, factor),
    longitude: scaled(longitude, factor),
  });
}
