import { Refusal } from '../refusal.ts';

/** A number of JSON. A plus sign is allowed as well. */
const numeral = /^[+-]?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Degrees, minutes and seconds: 48°12'30"N, 48° 12.5' or 48,208° N. */
const degrees =
  /^([+-]?)(\d+(?:[.,]\d+)?)\s*[°º](?:\s*(\d+(?:[.,]\d+)?)\s*['′’])?(?:\s*(\d+(?:[.,]\d+)?)\s*(?:"|″|”|''))?\s*([NSEWO]?)$/i;

/**
 * Reads a coordinate of a CSV file: a number as in JSON. Spaces and tabs around it and a plus sign are tolerated.
 * `undefined` when there is none.
 *
 * @throws {Refusal} when it is anything else, with what is probably meant.
 */
export function readCoordinate(field: string, name: 'latitude' | 'longitude'): number | undefined {
  if (numeral.test(field)) return Number(field);
  const text = field.replace(/^[ \t]+|[ \t]+$/g, '');
  if (text === '') return undefined;
  if (numeral.test(text)) return Number(text);
  const shown = JSON.stringify(text.slice(0, 60));
  throw new Refusal('SPEC 2', `the ${name} ${shown} is not a decimal number`, suggestNumber(text));
}

function suggestNumber(text: string): string | undefined {
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

/** The number of decimal degrees that a text of degrees, minutes and seconds means. */
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
