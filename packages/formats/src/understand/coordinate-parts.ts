import type { FieldName, Fields } from '../rows/row.ts';
import { type Half, halvesOf } from './coordinate-names.ts';
import { type LetterO, longestDegrees, readDegrees, readPacked, signedDegrees } from './degrees.ts';
import { textOf, wordSet, wordsOf } from './names.ts';

/** The fields of a latitude or a longitude. */
export interface Axis {
  readonly degrees: FieldName;
  readonly minutes?: FieldName | undefined;
  readonly seconds?: FieldName | undefined;
  /** The field with the hemisphere of numbers without a sign. */
  readonly hemisphere?: FieldName | undefined;
  /** How many digits behind the degrees are minutes, or minutes and seconds: `4042.76`, `404246`. */
  readonly packed?: 'minutes' | 'seconds' | undefined;
}

/** The fields of a latitude and a longitude. */
export type Axes = readonly [latitude: Axis, longitude: Axis];

type Sample = readonly { readonly fields: Fields }[];

const ofMinutes = wordSet('min mins minute minutes m minuten minuti minutos');
const ofSeconds = wordSet('sec secs second seconds s sekunden secondes secondi segundos');
const ofDegrees = wordSet('deg degs degree degrees d dd dec decimal grad grade grados gradi degres exact');
const ofHemispheres = wordSet(
  'dir direction ref hemis hemisphere hemi ns sn ew we n e cardinal letter side quadrant compass',
);
const ofLargest = wordSet('max maximum');

/** Names of hemispheres, and their letters. `o` is east or west. */
const hemispheres: ReadonlyMap<string, string> = new Map(
  Object.entries({
    N: 'n north northern nord norte noord norden',
    S: 's south southern sud süd sur sul zuid syd',
    E: 'e east eastern est este ost oost öst øst leste',
    W: 'w west western ouest oeste ovest väst vest',
    O: 'o',
  }).flatMap(([letter, words]) => words.split(' ').map((word) => [word, letter] as const)),
);

/** Nearly all values must be what their field is taken for, if not its name but its place says it. */
const leastShare = 0.95;

/** All fields of a file, and what their names may mean. */
export interface AllFields {
  readonly names: readonly FieldName[];
  readonly sample: Sample;
  /** The names as those of latitudes and of longitudes. */
  readonly halves: readonly [readonly Half[], readonly Half[]];
  /** The names that say that they have hemispheres, and not of what. */
  readonly ofHemispheres: readonly FieldName[];
}

/** Looks at the names of all fields once, as there may be thousands. */
export function allFieldsOf(names: readonly FieldName[], sample: Sample): AllFields {
  const isOfHemispheres = (name: FieldName) =>
    /^(?:ns|sn|n s|ew|we|e w|(?:.* )?hemi(?:s|sphere)?)$/.test(wordsOf(name).join(' '));
  return {
    names,
    sample,
    halves: [names.flatMap((name) => halvesOf(name, 0)), names.flatMap((name) => halvesOf(name, 1))],
    ofHemispheres: names.filter(isOfHemispheres),
  };
}

/**
 * Finds the fields that complete two fields of degrees: minutes and seconds, hemispheres of numbers without a
 * sign. Returns `undefined` if only one of the two has minutes, so that they do not belong together.
 */
export function completeAxes(latitude: FieldName, longitude: FieldName, all: AllFields): Axes | undefined {
  const sides = [latitude, longitude].map((degrees, side) => withMinutes(degrees, side as 0 | 1, all));
  const [north, east] = sides as [Axis, Axis];
  if ((north.minutes === undefined) !== (east.minutes === undefined)) return undefined;
  const found = [north, east].map((axis, side) => hemisphereOf(axis, side as 0 | 1, all));
  const beside = [north, east].map((axis, side) => hemisphereBeside(axis, side as 0 | 1, all));
  const isBeside = beside.every((name) => name !== undefined);
  const [ofNorth, ofEast] = found.map((name, side) => name ?? (isBeside ? beside[side] : undefined));
  const axes: Axes = [
    { ...north, hemisphere: ofNorth },
    { ...east, hemisphere: ofEast },
  ];
  if (ofNorth === undefined || ofEast === undefined || north.minutes !== undefined) return axes;
  const packed = packedForm(axes, all.sample);
  return [
    { ...axes[0], packed },
    { ...axes[1], packed },
  ];
}

/** The names of all fields of axes. */
export function fieldsOfAxes(axes: Axes): readonly FieldName[] {
  return axes.flatMap(({ degrees, minutes, seconds, hemisphere }) =>
    [degrees, minutes, seconds, hemisphere].filter((name) => name !== undefined),
  );
}

/** Reads a latitude or a longitude from its fields; `undefined` if it is none, or not all of it is there. */
export function readAxis(
  { degrees, minutes, seconds, hemisphere, packed }: Axis,
  row: Fields,
  letterO: LetterO,
): number | undefined {
  const value = row.get(degrees);
  if (minutes === undefined && hemisphere === undefined) return readDegrees(value, letterO);
  const number = packed === undefined ? readDegrees(value, letterO) : readPacked(value, packed);
  if (number === undefined) return undefined;
  const letter = hemisphere === undefined ? '' : letterOf(row.get(hemisphere), letterO);
  const isSigned = number < 0 || Object.is(number, -0) || /^\s*[-−–]/.test(String(value));
  if (letter === undefined && !isSigned && number !== 0) return undefined;
  const isBelow = isSigned || letter === 'S' || letter === 'W';
  if (minutes === undefined) return isBelow && number !== 0 ? -Math.abs(number) : number;
  const parts = [row.get(minutes), seconds === undefined ? 0 : (row.get(seconds) ?? 0)].map(readSixtieth);
  const [minute, second] = parts;
  if (minute === undefined || second === undefined) return undefined;
  if (!Number.isInteger(number) && (minute > 0 || second > 0)) return undefined;
  return signedDegrees(Math.abs(number), minute, second, isBelow);
}

/** Reads minutes or seconds. */
function readSixtieth(value: unknown): number | undefined {
  const number = readDegrees(typeof value === 'string' ? withoutMark(value) : value);
  return number !== undefined && number >= 0 && number < 60 ? number : undefined;
}

function withoutMark(text: string): string {
  return text.length > longestDegrees ? text : text.replace(/\s*['′’"″”]+\s*$/, '');
}

function letterOf(value: unknown, letterO: LetterO): string | undefined {
  const letter = hemispheres.get((textOf(value) ?? '').trim().toLowerCase().replace(/\.$/, ''));
  return letter === 'O' ? letterO : letter;
}

function withMinutes(degrees: FieldName, side: 0 | 1, all: AllFields): Axis {
  const find = (words: ReadonlySet<string>) => siblingOf(degrees, side, all, words);
  const minutes = find(ofMinutes);
  // Minima have maxima beside them, and decimals need no minutes.
  if (minutes === undefined || find(ofLargest) !== undefined) return { degrees };
  const isWhole = (value: unknown) => Number.isInteger(readDegrees(value));
  if (shareOf(degrees, all.sample, isWhole) < 0.9) return { degrees };
  return { degrees, minutes, seconds: find(ofSeconds) };
}

/** Finds the field that has the name of another one, but for words of units and one of `wanted`. */
function siblingOf(
  field: FieldName,
  side: 0 | 1,
  { halves }: AllFields,
  wanted: ReadonlySet<string>,
): FieldName | undefined {
  const bases = halvesOf(field, side).map(({ others }) => withoutWords(others, ofDegrees));
  const isSibling = ({ name, others }: Half) =>
    name !== field && others.some((word) => wanted.has(word)) && bases.includes(withoutWords(others, wanted));
  return halves[side].find(isSibling)?.name;
}

function withoutWords(words: readonly string[], left: ReadonlySet<string>): string {
  return words.filter((word) => !left.has(word)).join(' ');
}

/** Finds the hemispheres of numbers without a sign by the name of their field. */
function hemisphereOf({ degrees }: Axis, side: 0 | 1, all: AllFields): FieldName | undefined {
  const sibling = siblingOf(degrees, side, all, ofHemispheres);
  const named = [...(sibling === undefined ? [] : [sibling]), ...all.ofHemispheres];
  const found = named.find((name) => hasHemispheres(name, side, all.sample, 0.5));
  return found === undefined || isSigned(degrees, all.sample) ? undefined : found;
}

/** Finds the hemispheres of numbers without a sign in the next field. */
function hemisphereBeside(
  { degrees, minutes, seconds }: Axis,
  side: 0 | 1,
  { names, sample }: AllFields,
): FieldName | undefined {
  const indexes = [degrees, minutes, seconds].flatMap((name) => (name ? [names.indexOf(name)] : []));
  const found = [names[Math.max(...indexes) + 1], names[Math.min(...indexes) - 1]].find(
    (name) => name !== undefined && hasHemispheres(name, side, sample, leastShare),
  );
  return found === undefined || isSigned(degrees, sample) ? undefined : found;
}

function hasHemispheres(field: FieldName, side: 0 | 1, sample: Sample, least: number): boolean {
  const letters = side === 0 ? 'NS' : 'EW';
  const isLetter = (value: unknown) => letters.includes(letterOf(value, 'E') ?? '-');
  // Most fields have none, which is seen at once.
  if (!sample.slice(0, 100).some(({ fields }) => isLetter(fields.get(field)))) return false;
  return shareOf(field, sample, isLetter) >= least;
}

function isSigned(field: FieldName, sample: Sample): boolean {
  return sample.some(({ fields }) => (readDegrees(fields.get(field)) ?? 0) < 0);
}

/** The share of the values of a field for which something holds; 0 if it has none. */
function shareOf(field: FieldName, sample: Sample, holds: (value: unknown) => boolean): number {
  const values = sample.map(({ fields }) => fields.get(field)).filter((value) => textOf(value) !== undefined);
  return values.length === 0 ? 0 : values.filter(holds).length / values.length;
}

/** Finds how numbers without marks are written, if they are too large for degrees. */
function packedForm(axes: Axes, sample: Sample): Axis['packed'] {
  const isLarge = axes.some(({ degrees }, side) => {
    const most = side === 0 ? 90 : 180;
    return shareOf(degrees, sample, (value) => (readDegrees(value) ?? 0) > most) > 0.5;
  });
  if (!isLarge) return undefined;
  return (['minutes', 'seconds'] as const).find((form) =>
    axes.every(
      ({ degrees }) => shareOf(degrees, sample, (value) => readPacked(value, form) !== undefined) === 1,
    ),
  );
}
