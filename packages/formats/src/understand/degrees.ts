/** A number with a decimal point or comma: `48.8`, `+2,35`, `.5`, `1e-3`. */
const numeral = /^[+-]?(?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?$/i;

const number = String.raw`\d+(?:[.,]\d+)?`;

/** Degrees, minutes and seconds: `48°12'30"N`, `N 48° 12.5'`, `48 12 30 S`, `48.2 N`, `48.2°`. */
const sexagesimal = new RegExp(
  String.raw`^([NSEW]?)\s*([+-]?)\s*(${number})\s*(?:°|º|˚|deg\.?|degrees|d|:|\s|$|(?=[NSEW]$))` +
    String.raw`\s*(?:(${number})\s*(?:['′’´m:]|min\.?|\s|$|(?=[NSEW]$)))?` +
    String.raw`\s*(?:(${number})\s*(?:"|″|”|''|′′|sec\.?)?)?\s*([NSEW]?)$`,
  'i',
);

/** Degrees and minutes without a mark between them, as in UN/LOCODE: `4230N`, `00131E`. */
const packed = /^(\d{2,3})(\d{2})([NSEW])$/i;

/** The minus signs of word processors. */
const longMinus = /^[−–]/;

/**
 * Reads a latitude or a longitude in degrees: a number, or a text with a number, a decimal comma, or degrees,
 * minutes, seconds and a letter for the hemisphere. Returns `undefined` if the value is anything else.
 */
export function readDegrees(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim().replace(longMinus, '-');
  if (numeral.test(text)) return finite(Number(text.replace(',', '.')));
  const [, degrees, minutes, letter] = packed.exec(text) ?? [];
  if (degrees !== undefined) return signed(Number(degrees), Number(minutes), 0, isNegative('', letter));
  return readSexagesimal(text);
}

function readSexagesimal(text: string): number | undefined {
  const match = sexagesimal.exec(text);
  if (!match) return undefined;
  const [, before = '', sign, whole, minutes = '0', seconds = '0', after = ''] = match;
  const [degrees = 0, minute = 0, second = 0] = [whole, minutes, seconds].map((part) =>
    Number(part?.replace(',', '.')),
  );
  // Two numbers without any mark are a pair, not degrees and minutes.
  const isMarked = before !== '' || after !== '' || /[°º˚:d]/i.test(text);
  if (!isMarked || (before && after) || minute >= 60 || second >= 60) return undefined;
  return signed(degrees, minute, second, isNegative(sign, before || after));
}

/** Not `O`, which is east in German and west in French and Spanish. */
function isNegative(sign: string | undefined, letter = ''): boolean {
  return sign === '-' || ['S', 'W'].includes(letter.toUpperCase());
}

function signed(degrees: number, minutes: number, seconds: number, isBelow: boolean): number {
  if (minutes === 0 && seconds === 0) return isBelow ? -degrees : degrees;
  const amount = degrees + minutes / 60 + seconds / 3600;
  return Number((isBelow ? -amount : amount).toFixed(9));
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
