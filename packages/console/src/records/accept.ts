import { type Format, formats } from './formats.ts';

/**
 * Returns the format with the highest quality in `Accept` (RFC 9110 section 12.5.1), and of several the first
 * of {@link formats}. A client that accepts none of them gets the first one, as section 12.4.1 permits: the
 * service itself ignores `Accept`.
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

/** Splits a list at its commas, except for those in quoted strings. */
function splitList(line: string): readonly string[] {
  return line.match(/(?:"(?:\\.|[^"\\])*"?|[^,"])+/gs) ?? [];
}

/** Ignores parameters such as `charset`, and malformed ranges. */
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
