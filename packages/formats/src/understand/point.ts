import { isGeometry } from '../rows/row.ts';
import { type LetterO, readDegrees, readPacked } from './degrees.ts';

export type PairOrder = 'latitude-first' | 'longitude-first';

/** Two numbers in the order in which a value has them, and what is known about that order. */
export interface NumberPair {
  readonly first: number;
  readonly second: number;
  /** `undefined` if the notation does not say it. */
  readonly order: PairOrder | undefined;
  /** Whether the value has an altitude other than 0. */
  readonly hasAltitude: boolean;
}

const wellKnownText =
  /^(?:SRID=\d+;)?\s*(?:MULTI)?POINT\s*(?:ZM|Z|M)?\s*\(\s*\(?\s*([^\s(),]+)\s+([^\s(),]+)([^(),]*)\)?\s*\)$/i;

/** Latitude and longitude with signs (ISO 6709): `+40.7-074.0/`, `+4042.8-07400.4/`. */
const iso6709 =
  /^([+-])(\d\d|\d{4}|\d{6})(\.\d+)?([+-])(\d{3}|\d{5}|\d{7})(\.\d+)?([+-]\d+(?:\.\d+)?)?(?:CRS\w+)?\/$/;

/** A longer text is no point, and patterns would take long for it. An address may be in front. */
const longestPair = 1000;

/** Without a decimal comma, which only the others leave unclear. White space stays with the parts. */
const separators = [
  /[;|/]/,
  /,\s+/,
  /,/,
  /(?<!\s)\s+(?=[NSEWO]\s?\d)(?<=\d\W*)/i,
  /(?<=[\d\W][NSEWO])\s+/i,
  /\s+/,
];

/**
 * Reads a point from one value: `POINT (2.3 48.8)`, `48.8, 2.3`, `[2.3, 48.8]`, `{"lat": 48.8, "lon": 2.3}`,
 * a Point of GeoJSON, `geo:48.8,2.3` (RFC 5870), or two texts of degrees, minutes and seconds. Returns `undefined` if the value is
 * anything else.
 *
 * @param isPair whether `33,65` are two numbers, not one with a decimal comma.
 */
export function readPair(value: unknown, isPair = false, letterO?: LetterO): NumberPair | undefined {
  if (typeof value === 'string') {
    return value.length > longestPair ? undefined : readText(value.trim(), isPair, letterO);
  }
  if (Array.isArray(value)) {
    return value.length < 2 || value.length > 4 ? undefined : pairOf(value[0], value[1], undefined, value[2]);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (isGeometry(value)) {
    const position = value.type === 'Point' ? (value.coordinates as readonly unknown[]) : [];
    return pairOf(position[0], position[1], 'longitude-first', position[2]);
  }
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]));
  const latitude = members.get('lat') ?? members.get('latitude');
  const names = ['lon', 'lng', 'long', 'longitude'];
  const longitude = names.map((name) => members.get(name)).find((each) => each !== undefined);
  return pairOf(latitude, longitude, 'latitude-first');
}

function readText(text: string, isPair: boolean, letterO: LetterO): NumberPair | undefined {
  // A number with a decimal comma, a day such as 6/4/2015, or a fraction.
  if (!isPair && /^[-+]?\d+(,\d+|(\/\d+){1,2})$/.test(text)) return undefined;
  const [, x, y, rest = ''] = wellKnownText.exec(text) ?? [];
  if (x !== undefined) return pairOf(x, y, 'longitude-first', rest.trim().split(/\s+/)[0]);
  const [uri, north, east, up] = /^geo:([-\d.]+),([-\d.]+)(?:,([-\d.]+))?/i.exec(text) ?? [];
  if (uri !== undefined) return pairOf(north, east, 'latitude-first', up);
  const signed = readSigned(text) ?? readBinary(text);
  if (signed) return signed;
  if (/^[[{]/.test(text)) {
    const parsed = parseJson(text);
    if (parsed !== undefined) return readPair(parsed);
  }
  // Socrata writes an address in front: `1 Main St (40.7, -74.0)`.
  const [bracket, inner = text] = /[([{]([^()[\]{}]+)[)\]}]$/.exec(text) ?? [];
  // `Traditional cache (1.5/2)` is none.
  const isBehindText = bracket !== undefined && bracket.length < text.length;
  for (const separator of isBehindText ? [/,\s*/] : separators) {
    const parts = inner.trim().split(separator);
    if (parts.length < 2 || parts.length > 3) continue;
    const read = pairOf(parts[0], parts[1], orderByLetters(parts), parts[2], letterO);
    if (read) return read;
  }
  return undefined;
}

function readSigned(text: string): NumberPair | undefined {
  const match = iso6709.exec(text);
  if (!match) return undefined;
  const [, north, latitude = '', partOfNorth = '', east, longitude = '', partOfEast = '', altitude] = match;
  const read = (sign: string | undefined, digits: string, part: string, ofDegrees: number) => {
    const value = `${sign}${digits}${part}`;
    if (digits.length === ofDegrees) return Number(value);
    return readPacked(value, digits.length === ofDegrees + 2 ? 'minutes' : 'seconds');
  };
  const first = read(north, latitude, partOfNorth, 2);
  const second = read(east, longitude, partOfEast, 3);
  return pairOf(first, second, 'latitude-first', altitude);
}

/** The flags in the type of an extended binary geometry of PostGIS. */
const [hasSystem, hasZ] = [0x20000000, 0x80000000];

/** Reads a Point in hexadecimal well-known binary (OGC 06-103r4), as PostGIS writes it. */
function readBinary(text: string): NumberPair | undefined {
  if (!/^0[01](?:[\da-f]{2}){20,36}$/i.test(text)) return undefined;
  const bytes = Uint8Array.from(text.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
  const view = new DataView(bytes.buffer);
  const isLittle = bytes[0] === 1;
  const type = view.getUint32(1, isLittle);
  const at = (type & hasSystem) === 0 ? 5 : 9;
  if ((type & 0xffff) % 1000 !== 1 || bytes.length < at + 16) return undefined;
  const hasThird = ((type & hasZ) !== 0 || (type & 0xffff) === 1001) && bytes.length >= at + 24;
  const [x, y, z] = [0, 8, 16].map((offset) =>
    offset < 16 || hasThird ? view.getFloat64(at + offset, isLittle) : 0,
  );
  return pairOf(x, y, 'longitude-first', z);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Python writes single quotes.
    return text.includes("'") && !text.includes('"') ? parseJson(text.replaceAll("'", '"')) : undefined;
  }
}

function orderByLetters([first = '']: readonly string[]): PairOrder | undefined {
  if (/^[NS]|[NS]$/i.test(first.trim())) return 'latitude-first';
  return /^[EWO]|[EWO]$/i.test(first.trim()) ? 'longitude-first' : undefined;
}

function pairOf(
  first: unknown,
  second: unknown,
  order: PairOrder | undefined,
  altitude?: unknown,
  letterO?: LetterO,
): NumberPair | undefined {
  const [a, b] = [readDegrees(first, letterO), readDegrees(second, letterO)];
  if (a === undefined || b === undefined) return undefined;
  return { first: a, second: b, order, hasAltitude: (readDegrees(altitude) ?? 0) !== 0 };
}
