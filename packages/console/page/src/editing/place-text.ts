import type { Coordinates } from '../api.ts';
import { capitalized } from '../shown-text.ts';

/** An angle that was written with degree signs or a letter. */
interface Angle {
  readonly value: number;
  /** The letter of the hemisphere, or none. */
  readonly hemisphere: string;
}

const pointNumber = String.raw`\d+(?:\.\d+)?`;
const commaNumber = String.raw`\d+(?:,\d+)?`;

/** How a pair may be written: a comma between numbers with points, and a space or a semicolon with commas. */
const notations = [
  { number: pointNumber, between: String.raw`\s*[,;/]\s*|\s+|(?<=[NSEW])` },
  { number: commaNumber, between: String.raw`\s*[;/]\s*|,?\s+|(?<=[NSEW])` },
].map(({ number, between }) => {
  const body = String.raw`[-+]?\s*${number}\s*(?:°(?:\s*${number}\s*'(?:\s*${number}\s*")?)?)?`;
  const angle = String.raw`[NSEW]\s*${body}|${body}\s*[NSEW]?`;
  return {
    pair: new RegExp(`^(${angle})(?:${between})(${angle})$`),
    single: new RegExp(`^(?:${angle})$`),
  };
});

/** Two whole numbers around a comma may be one number with a decimal comma. */
const ambiguous = /^[-+]?\d+,\d+$/;

/**
 * Reads coordinates as people write them, such as `48.8584, 2.2945` or `48°51'30"N 2°17'40"E`. The latitude
 * comes first unless letters say otherwise. Returns `undefined` for anything else, and for what could be read
 * in two ways.
 */
export function parsePlace(text: string): Coordinates | undefined {
  const written = normalized(text);
  if (ambiguous.test(written)) return undefined;
  const places = notations.flatMap(({ pair }) => {
    const [, first, second] = pair.exec(written) ?? [];
    const place = first !== undefined && second !== undefined && toPlace(first, second);
    return place ? [place] : [];
  });
  const [place, other = place] = places;
  const isSure = place?.latitude === other?.latitude && place?.longitude === other?.longitude;
  return isSure ? place : undefined;
}

/** Reads one angle that has a degree sign or a letter. A number alone is for the field itself to read. */
export function parseAngle(text: string): Angle | undefined {
  const written = normalized(text);
  if (!/[°NSEW]/.test(written)) return undefined;
  return notations.some(({ single }) => single.test(written)) ? toAngle(written) : undefined;
}

/** With one spelling of each sign. */
function normalized(text: string): string {
  return text
    .trim()
    .replace(/^[([]\s*(.*?)\s*[)\]]$/, '$1')
    .replace(/[º˚]/g, '°')
    .replace(/''|[″“”]/g, '"')
    .replace(/[′’‘]/g, "'")
    .replace(/[−–]/g, '-')
    .toUpperCase();
}

function toPlace(first: string, second: string): Coordinates | undefined {
  const [one, other] = [toAngle(first), toAngle(second)];
  if (!one || !other) return undefined;
  const isLongitudeFirst = /[EW]/.test(one.hemisphere) || /[NS]/.test(other.hemisphere);
  const [north, east] = isLongitudeFirst ? [other, one] : [one, other];
  // Two latitudes, or two longitudes.
  if (/[EW]/.test(north.hemisphere) || /[NS]/.test(east.hemisphere)) return undefined;
  return { latitude: north.value, longitude: east.value };
}

function toAngle(text: string): Angle | undefined {
  const [degrees = 0, minutes = 0, seconds = 0, ...more] = (text.match(/\d+(?:[.,]\d+)?/g) ?? []).map(
    (part) => Number(part.replace(',', '.')),
  );
  const hemisphere = /[NSEW]/.exec(text)?.[0] ?? '';
  const sign = /[-+]/.exec(text)?.[0];
  const hasParts = minutes > 0 || seconds > 0;
  const isWrong = minutes >= 60 || seconds >= 60 || more.length > 0 || (sign && hemisphere);
  if (isWrong || (hasParts && !Number.isInteger(degrees))) return undefined;
  const size = degrees + minutes / 60 + seconds / 3600;
  const isNegative = sign === '-' || hemisphere === 'S' || hemisphere === 'W';
  // A hundred-millionth of a degree is a millimetre. What was written as a number keeps its digits.
  const value = hasParts ? Number(size.toFixed(8)) : size;
  return { value: (isNegative ? -value : value) + 0, hemisphere };
}

/** A coordinate that was typed: a number, or what is wrong with the text. */
type CoordinateInput = { readonly value: number } | { readonly fault: string };

/** A number as JSON has it. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function parseCoordinate(text: string): CoordinateInput {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'is missing' };
  if (/^[^,.]*\d,\d+$/.test(trimmed)) return { fault: 'has a comma; write a point' };
  if (!jsonNumber.test(trimmed)) return { fault: 'is not a number, such as 48.8584 or -2.5' };
  // As in the service, -0 is 0.
  const value = Number(trimmed) + 0;
  return Number.isFinite(value) ? { value } : { fault: 'is too large' };
}

/** Says why coordinates may be a mistake; `undefined` for a place on the globe. */
export function describeDoubt({ latitude, longitude }: Coordinates): string | undefined {
  const [isNorth, isEast] = [Math.abs(latitude) <= 90, Math.abs(longitude) <= 180];
  if (isNorth && isEast) return undefined;
  const isExchanged = !isNorth && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90;
  if (isExchanged) return `The latitude ${latitude} is beyond ±90: latitude and longitude may be exchanged.`;
  const doubts = [
    ...(isNorth ? [] : [`The latitude ${latitude} is beyond ±90`]),
    ...(isEast ? [] : [`the longitude ${longitude} is beyond ±180`]),
  ];
  return `${capitalized(doubts.join(', and '))}.`;
}
