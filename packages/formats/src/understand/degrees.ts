/** A longer text is no number of degrees, and the patterns below would take minutes for it. */
export const longestDegrees = 100;

/** What the letter O stands for: east in German and Dutch, west in French, Spanish and Italian. */
export type LetterO = 'E' | 'W' | undefined;

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

/**
 * Degrees, minutes and perhaps seconds without a mark between them: `4230N` and `00131E` of UN/LOCODE,
 * `4812.509N`, `404246N`, `N404246`.
 */
const packed =
  /^(?:(\d\d)(\d\d)(\d\d(?:\.\d+)?)?([NS])|(\d{3})(\d\d)(\d\d(?:\.\d+)?)?([EW])|(\d{2,3})(\d\d(?:\.\d+)?)([NSEW]))$/i;

/** The minus signs of word processors. */
const longMinus = /^[−–]/;

/**
 * Reads a latitude or a longitude in degrees: a number, or a text with a number, a decimal comma, or degrees,
 * minutes, seconds and a letter for the hemisphere. Returns `undefined` if the value is anything else.
 *
 * @param letterO without it, values with this letter are not read.
 */
export function readDegrees(value: unknown, letterO?: LetterO): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.length > longestDegrees) return undefined;
  const text = value.trim().replace(longMinus, '-');
  if (numeral.test(text)) return finite(Number(text.replace(',', '.')));
  const lettered = letterO === undefined ? text : text.replace(/^o(?=[\s\d])|o$/i, letterO);
  const [, ...parts] = packed.exec(lettered.replace(/^([NSEW])(?=\d{4})(.*)$/i, '$2$1')) ?? [];
  const [degrees, minutes, secondsOrLetter, letter] = parts.filter((part) => part !== undefined);
  if (degrees === undefined) return readSexagesimal(lettered);
  const [seconds, hemisphere] = letter === undefined ? ['0', secondsOrLetter] : [secondsOrLetter, letter];
  return checkedDegrees(Number(degrees), Number(minutes), Number(seconds), isNegative('', hemisphere));
}

/**
 * Reads a number that has two digits of minutes, or of minutes and seconds, before its decimal point:
 * `4042.7668`, `404246`.
 */
export function readPacked(value: unknown, form: 'minutes' | 'seconds'): number | undefined {
  const [, sign, digits = '', fraction = ''] = /^([+-]?)(\d+)(\.\d+)?$/.exec(String(value).trim()) ?? [];
  const [, degrees, minutes = '', seconds = ''] =
    (form === 'minutes' ? /^(\d{0,3}?)(\d{1,2})$/ : /^(\d{0,3}?)(\d{1,2})(\d\d)$/).exec(digits) ?? [];
  if (degrees === undefined) return undefined;
  const [minute, second] = form === 'minutes' ? [minutes + fraction, 0] : [minutes, seconds + fraction];
  return checkedDegrees(Number(degrees), Number(minute), Number(second), sign === '-');
}

function checkedDegrees(degrees: number, minutes: number, seconds: number, isBelow: boolean) {
  const isPossible = degrees <= 180 && minutes < 60 && seconds < 60;
  return isPossible ? signedDegrees(degrees, minutes, seconds, isBelow) : undefined;
}

function readSexagesimal(text: string): number | undefined {
  const match = sexagesimal.exec(text.replace(/\s+/g, ' '));
  if (!match) return undefined;
  const [, before = '', sign, whole, minutes = '0', seconds = '0', after = ''] = match;
  const [degrees = 0, minute = 0, second = 0] = [whole, minutes, seconds].map((part) =>
    Number(part?.replace(',', '.')),
  );
  // Two numbers without any mark are a pair, not degrees and minutes.
  const isMarked = before !== '' || after !== '' || /[°º˚:d]/i.test(text);
  if (!isMarked || (before && after) || minute >= 60 || second >= 60) return undefined;
  return signedDegrees(degrees, minute, second, isNegative(sign, before || after));
}

function isNegative(sign: string | undefined, letter = ''): boolean {
  return sign === '-' || ['S', 'W'].includes(letter.toUpperCase());
}

/** Joins degrees, minutes and seconds without a sign. */
export function signedDegrees(degrees: number, minutes: number, seconds: number, isBelow: boolean): number {
  if (minutes === 0 && seconds === 0) return isBelow ? -degrees : degrees;
  const amount = degrees + minutes / 60 + seconds / 3600;
  return Number((isBelow ? -amount : amount).toFixed(9));
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) ? number : undefined;
}
