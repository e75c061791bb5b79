import { type Format, formats } from './formats.ts';

/**
 * The format that a client prefers (RFC 9110 section 12.5.1): the one of the highest quality, and of several the first
 * of {@link formats}. A client that accepts none of them gets the first one as well, which section 12.4.1 permits: the
 * service itself does not look at `Accept`.
 *
 * @param lines those of the field `Accept`.
 */
export function negotiateFormat(lines: readonly string[] = []): Format {
  const ranges = lines.flatMap(splitList).flatMap(parseRange);
  const [first] = formats;
  let preferred: Format = first;
  let highest = 0;
  for (const format of formats) {
    const quality = ranges.length === 0 ? 1 : qualityOf(format, ranges);
    if (quality > highest) [preferred, highest] = [format, quality];
  }
  return preferred;
}

/** A media range with its quality. */
interface MediaRange {
  readonly range: string;
  readonly quality: number;
}

/** The quality of the range that names a format most exactly. */
function qualityOf({ type, formerType = '' }: Format, ranges: readonly MediaRange[]): number {
  const own = type.replace(/;.*/, '');
  for (const wanted of [own, formerType, own.replace(/\/.*/, '/*'), '*/*']) {
    const qualities = ranges.filter(({ range }) => range === wanted).map(({ quality }) => quality);
    if (qualities.length > 0) return Math.max(...qualities);
  }
  return 0;
}

/** The elements of a list with commas, of which those in quoted strings count as text. */
function splitList(line: string): readonly string[] {
  return line.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/gs) ?? [];
}

/** Parameters of a type, such as `charset`, make no difference here. A malformed range is left out. */
function parseRange(element: string): readonly MediaRange[] {
  const [range = '', ...parameters] = element.match(/(?:"(?:\\.|[^"\\])*"?|[^;"])+/gs) ?? [];
  const name = range.trim().toLowerCase();
  const [weight] = parameters.flatMap((parameter) => /^\s*q\s*=(.*)$/is.exec(parameter)?.[1]?.trim() ?? []);
  if (!/^[^\s/]+\/[^\s/]+$/.test(name)) return [];
  if (weight === undefined) return [{ range: name, quality: 1 }];
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(weight)
    ? [{ range: name, quality: Number(weight) }]
    : [];
}
