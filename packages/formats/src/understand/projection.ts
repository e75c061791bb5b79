import { FormatError } from '../formats.ts';
import { quote } from '../parsed-entry.ts';
import type { ReferenceSystem } from '../rows/row.ts';
import { command, fileNames } from '../unread-formats.ts';

/** Degrees of WGS 84. Both are NaN if the system does not reach so far. */
export interface Degrees {
  readonly latitude: number;
  readonly longitude: number;
}

/** Converts from a reference system: `x` is the easting or the longitude, whatever order the system has. */
export interface Projection {
  (x: number, y: number): Degrees;
  /** How exact the shift of the datum is, in metres. 0 means that the datum is taken for WGS 84. */
  readonly accuracy: number;
  /** Whether it does anything: not for degrees of WGS 84. */
  readonly converts: boolean;
}

/**
 * Loads the conversion from a reference system to degrees of WGS 84. The system may have a name of EPSG or
 * Esri in any notation, be in well-known text, or for PROJ. A datum that differs from WGS 84 by no more than
 * about 2 metres, such as ETRS89, NAD83 or GDA2020, is taken for WGS 84. So are the numbers of a file that says
 * that its system is undefined.
 *
 * @param path the file that names the system, for a command that converts it.
 * @throws {FormatError} `FORMAT_INVALID` if the system is not known, or cannot be converted exactly.
 */
export async function loadProjection(system: ReferenceSystem, path?: string): Promise<Projection> {
  if (isPlain(system.name) || isUndefined(system)) return unchanged;
  const found = await findDefinition(system);
  if (found === undefined) throw unconvertible(system, path);
  if (found.isDegrees) return unchanged;
  try {
    const { default: proj4 } = await import('proj4');
    const { inverse } = proj4(found.text);
    return Object.assign(converterOf(inverse), { accuracy: found.accuracy, converts: true });
  } catch {
    throw unconvertible(system, path);
  }
}

/** Whether a name is one of longitude and latitude in WGS 84. */
function isPlain(name: string): boolean {
  return /(?:^|\W)(?:CRS84h?|WGS ?84)$/i.test(name) || ['4326', '4979'].includes(codeOf(name) ?? '');
}

/** Whether a file says that its system is not known. */
function isUndefined({ name, definition = '' }: ReferenceSystem): boolean {
  return /^undefined\b/i.test(name) || /^\s*(?:LOCAL_CS|ENGCRS|ENGINEERINGCRS)\b/.test(definition);
}

const unchanged: Projection = Object.assign(
  (x: number, y: number): Degrees => ({ latitude: y, longitude: x }),
  { accuracy: 0, converts: false },
);

type Inverse = (point: [number, number], followsAxes: boolean) => number[];

function converterOf(inverse: Inverse): (x: number, y: number) => Degrees {
  return (x, y) => {
    try {
      // Axes may point to the west and the south.
      const [longitude = Number.NaN, latitude = Number.NaN] = inverse([x, y], true);
      return { latitude: rounded(latitude), longitude: rounded(longitude) };
    } catch {
      // It refuses what is not finite.
      return { latitude: Number.NaN, longitude: Number.NaN };
    }
  };
}

/** No conversion is more exact than a tenth of a millimetre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e9) / 1e9;
}

function unconvertible({ name }: ReferenceSystem, path: string | undefined): FormatError {
  const { input, output } = fileNames(path);
  const convert = command('ogr2ogr', '-t_srs', 'EPSG:4326', output('.geojson'), input);
  const remedy =
    path === undefined
      ? 'Name another one by its code, such as EPSG:2154.'
      : `Convert the file first: ${convert}`;
  return new FormatError(
    'FORMAT_INVALID',
    `The reference system ${quote(name)} is not known, or cannot be converted exactly. ${remedy}`,
  );
}

/** A system as proj4 takes it. */
interface Definition {
  readonly text: string;
  readonly accuracy: number;
  /** Whether its numbers are degrees of WGS 84 already. */
  readonly isDegrees: boolean;
}

/** The systems of EPSG and Esri, made by `tools/reference-systems.py`. */
interface Table {
  /** Parameters of `+towgs84`. */
  readonly shifts: readonly string[];
  /** The number of the shift and its accuracy by the name of the datum: `7:2`. */
  readonly datums: Readonly<Record<string, string>>;
  /**
   * Lines of a definition and its codes: `proj=utm zone=33 ellps=GRS80|3006,25833`; `=` and a code in its
   * place.
   */
  readonly systems: readonly string[];
}

/** No definition is longer, and some of the patterns below would take minutes for it. */
const longestDefinition = 20_000;

async function findDefinition({ name, definition }: ReferenceSystem): Promise<Definition | undefined> {
  if (Math.max(name.length, definition?.length ?? 0) > longestDefinition) return undefined;
  const { default: table } = (await import('./reference-systems.json')) as { readonly default: Table };
  const code = codeOf(name) ?? codeInText(definition ?? name);
  const known = code === undefined ? undefined : definitionByCode(table, code);
  if (known !== undefined) return known;
  const text = definition ?? name;
  if (/^\s*\+proj=/.test(text)) return definitionForProj(text.trim());
  return /^\s*[A-Z]+\s*\[/.test(text) ? definitionInText(table, text.trim()) : undefined;
}

/**
 * Returns the code in a name: `EPSG:2154`, `2154`, `urn:ogc:def:crs:EPSG::2154`,
 * `http://www.opengis.net/def/crs/EPSG/0/2154`, `ESRI:102100`.
 */
function codeOf(name: string): string | undefined {
  const [, before, code] = /^(.*\D)?(\d{4,6})$/.exec(name.trim()) ?? [];
  return before === undefined || /\b(?:EPSG|ESRI)\b/i.test(before) ? code : undefined;
}

/** Returns the code at the end of well-known text, which is that of the whole system. */
function codeInText(text: string): string | undefined {
  return /(?:AUTHORITY|ID)\s*\[\s*"(?:EPSG|ESRI)"\s*,\s*"?(\d+)"?\s*\]\s*\]\s*$/.exec(text)?.[1];
}

function definitionByCode({ shifts, systems }: Table, code: string): Definition | undefined {
  const mention = new RegExp(`[|,]${code}(?::(\\d+):([\\d.]+))?(?:,|$)`);
  for (const line of systems) {
    if (!line.includes(code)) continue;
    const found = mention.exec(line);
    if (found === null) continue;
    const definition = line.slice(0, line.indexOf('|'));
    if (definition.startsWith('='))
      return definitionByCode({ shifts, systems } as Table, definition.slice(1));
    const [, shift = '0', accuracy = '0'] = found;
    return definitionOf(definition, shifts[Number(shift)] as string, Number(accuracy));
  }
  return undefined;
}

function definitionOf(definition: string, shift: string, accuracy: number): Definition {
  const text = definition.replace(/(?<=^| )(?=\w)/g, '+');
  const isDegrees = /^proj=longlat ellps=\w+$/.test(definition) && shift === '0,0,0';
  const datum = definition.includes('nadgrids=') ? '' : ` +towgs84=${shift}`;
  const origin = ['x_0', 'y_0', 'lat_0'].filter((name) => !definition.includes(` ${name}=`));
  return {
    text: `${text}${origin.map((name) => ` +${name}=0`).join('')}${datum} +no_defs`,
    accuracy,
    isDegrees,
  };
}

/** proj4 has no grids: it would take some datums for WGS 84. */
function definitionForProj(text: string): Definition | undefined {
  if (/\+nadgrids=(?!@null)|\+datum=NAD27/i.test(text)) return undefined;
  const isKnown = /\+(?:towgs84|nadgrids)=|\+datum=(?:WGS84|NAD83|OSGB36)|\+ellps=(?:WGS84|GRS80)/i.test(
    text,
  );
  if (!isKnown) return undefined;
  return { text, accuracy: 0, isDegrees: /\+proj=(?:longlat|latlong)\b.*\+datum=WGS84/i.test(text) };
}

/** The semi-major axis of WGS 84 and of all recent datums, which differ from it by a few metres at most. */
const recentEllipsoid = /(?:SPHEROID|ELLIPSOID)\s*\[\s*"[^"]*"\s*,\s*6378137(?:\.0*)?\s*,\s*298\.257/i;

/** Adds the shift of the datum to well-known text that lacks it, as files of Esri do. */
function definitionInText(table: Table, text: string): Definition | undefined {
  // proj4 leaves other meridians than that of Greenwich out of account.
  if (Number(/PRIMEM\s*\[\s*"[^"]*"\s*,\s*([-\d.]+)/i.exec(text)?.[1] ?? 0) !== 0) return undefined;
  if (/TOWGS84\s*\[/.test(text)) return { text, accuracy: 0, isDegrees: false };
  const datum = /(?:DATUM|ENSEMBLE)\s*\[\s*"([^"]+)"/i.exec(text)?.[1] ?? '';
  const known = table.datums[keyOfDatum(datum)];
  const [shift, accuracy] = known?.split(':') ?? (recentEllipsoid.test(text) ? ['0', '0'] : []);
  if (shift === undefined) return undefined;
  if (shift === '0') return { text, accuracy: 0, isDegrees: isInDegrees(text) };
  const numbers = (table.shifts[Number(shift)] as string).split(',');
  const parameters = Array.from({ length: 7 }, (_, index) => numbers[index] ?? '0').join();
  const shifted = text.replace(
    /SPHEROID\s*\[\s*"[^"]*"[^[\]]*(?:AUTHORITY\s*\[[^\]]*\]\s*)?\]/i,
    (spheroid) => `${spheroid},TOWGS84[${parameters}]`,
  );
  return shifted === text ? undefined : { text: shifted, accuracy: Number(accuracy), isDegrees: false };
}

function isInDegrees(text: string): boolean {
  return /^GEOG(?:CS|CRS)|^GEODCRS|^GEODETICCRS/i.test(text) && /degree/i.test(text);
}

function keyOfDatum(name: string): string {
  return name
    .toLowerCase()
    .replace(/^d_/, '')
    .replace(/[^a-z\d]|ensemble$/g, '');
}

/** A system that numbers may be in. */
export interface GuessedSystem {
  /** `EPSG:2154`. */
  readonly name: string;
  /** `Lambert 93 (France)`. */
  readonly words: string;
  /** Where the first of the points would be. */
  readonly place: Degrees;
  /** How the numbers are turned before, if they are not in the usual order, or without their signs. */
  readonly turn: Turn;
}

/** Options that turn the numbers of a file. */
type Turn = { readonly swap?: true; readonly scale?: -1 };

/** South, west, north and east. */
type Box = readonly [number, number, number, number];

const belgium: Box = [49.4, 2.5, 51.6, 6.5];
const ireland: Box = [51.2, -10.8, 55.6, -5.3];
const switzerland: Box = [45.7, 5.9, 47.9, 10.6];

const norway: readonly Box[] = [
  [57.9, 4.5, 62, 12.5],
  [61, 4.8, 65, 14.5],
  [64, 9.9, 71.3, 31.2],
];

/** Well-known systems with the areas in which they are used, the more usual ones first. */
const wellKnown: readonly (readonly [code: number, words: string, ...areas: Box[]])[] = [
  [2154, 'Lambert 93 (France)', [42.3, -1.9, 51.2, 8.3], [46.5, -5.3, 49, -1.9], [41.3, 8.5, 43.1, 9.7]],
  [28992, 'RD New (Netherlands)', [50.7, 3.2, 53.7, 7.3]],
  [27700, 'British National Grid', [49.8, -5.8, 55.9, 1.8], [54.6, -8.7, 61, -0.7], [49.8, -6.5, 50.6, -4]],
  [2056, 'LV95 (Switzerland)', switzerland],
  [5514, 'S-JTSK Krovak East North (Czechia and Slovakia)', [47.6, 12, 51.2, 22.7]],
  [2193, 'NZTM (New Zealand)', [-47.5, 166, -34, 179]],
  [3035, 'LAEA Europe', [34, -12, 72, 45]],
  [
    25832,
    'ETRS89 / UTM zone 32N (Germany, Denmark, Norway)',
    [47.2, 5.8, 55.1, 13.6],
    [54.5, 8, 57.8, 12.7],
    ...norway,
  ],
  [
    3006,
    'SWEREF99 TM (Sweden)',
    [55.3, 12.4, 57, 19.4],
    [57, 11.2, 59, 19.4],
    [58.3, 10.9, 62, 19.4],
    [62, 11.8, 69.1, 24.2],
  ],
  [3067, 'ETRS-TM35FIN (Finland)', [59.7, 19, 66, 31.6], [65.5, 20.5, 70.1, 29.9]],
  [25833, 'ETRS89 / UTM zone 33N (Norway, eastern Germany)', [50.1, 11.5, 54.8, 15.1], ...norway],
  [25830, 'ETRS89 / UTM zone 30N (Spain)', [35, -9.6, 43.9, 3.5]],
  [31370, 'Lambert 72 (Belgium)', belgium],
  [3812, 'Lambert 2008 (Belgium)', belgium],
  [2157, 'ITM (Ireland)', ireland],
  [29903, 'Irish Grid', ireland],
  [2180, 'PL-1992 (Poland)', [48.9, 14, 55, 24.3]],
  [21781, 'LV03 (Switzerland)', switzerland],
  [31287, 'MGI / Austria Lambert', [46.3, 9.4, 49.1, 17.2]],
  [3763, 'PT-TM06 (Portugal)', [36.8, -9.6, 42.3, -6.1]],
  [23700, 'EOV (Hungary)', [45.7, 16, 48.7, 23]],
  [3826, 'TWD97 / TM2 zone 121 (Taiwan)', [21.8, 119.9, 25.4, 122.1]],
  [5179, 'Korea 2000 / Unified CS', [33, 124.5, 38.9, 131]],
  [3414, 'SVY21 (Singapore)', [1.1, 103.5, 1.5, 104.2]],
  [2326, 'Hong Kong 1980 Grid', [22.1, 113.8, 22.6, 114.5]],
];

/** At least this share of the points must be in the area of a system. */
const leastShare = 0.95;

/**
 * Finds the well-known systems of countries that numbers may be in, by the areas in which these are used.
 */
export async function guessSystems(points: readonly PlanePoint[]): Promise<readonly GuessedSystem[]> {
  const found: GuessedSystem[] = [];
  for (const [code, words, ...areas] of wellKnown) {
    for (const turn of code === 5514 ? [...turns, { swap: true, scale: -1 } as const] : turns) {
      const system = await describeSystem(`EPSG:${code}`, words, points, turn);
      const inside = system.places.filter((place) => areas.some((area) => isInside(place, area)));
      if (inside.length >= leastShare * points.length) found.push(system);
    }
  }
  return found;
}

const turns: readonly Turn[] = [{}, { swap: true }];

/** Half of the circumference of the Earth in metres. */
const mercatorEdge = 20_037_509;

/** Says where numbers would be in Web Mercator, and whether they can be in no other usual system. */
export async function guessWebMercator(points: readonly PlanePoint[]) {
  const system = await describeSystem('EPSG:3857', 'Web Mercator', points, {});
  const isPossible = points.every(({ x, y }) => Math.max(Math.abs(x), Math.abs(y)) <= mercatorEdge);
  // No country counts so far to the west of its meridian.
  return { system, isPossible, isCertain: isPossible && points.some(({ x }) => x < -3_000_000) };
}

async function describeSystem(name: string, words: string, points: readonly PlanePoint[], turn: Turn) {
  const convert = await loadProjection({ name });
  const { swap = false, scale = 1 } = turn;
  const places = points.map(({ x, y }) =>
    swap ? convert(y * scale, x * scale) : convert(x * scale, y * scale),
  );
  return { name, words, turn, places, place: places[0] as Degrees };
}

/** A point in a plane: easting and northing. */
interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

function isInside({ latitude, longitude }: Degrees, [south, west, north, east]: Box): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}
