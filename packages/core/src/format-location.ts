import type { Location } from './location.ts';

/**
 * Canonical JSON of a Location: `description`, then `coordinates` with `latitude` and `longitude`, without
 * white space. An absent description is left out, or `null` where `nullDescription` asks for it.
 *
 * `formatNumber` is for lists, which give `JSON.stringify`. `String` is faster for a number that comes again, but
 * V8 remembers the texts that it makes, and those of a long list would pile up.
 */
export function formatLocation(
  { description, coordinates }: Location,
  nullDescription: boolean,
  formatNumber: (value: number) => string = String,
): string {
  const latitude = formatNumber(coordinates.latitude);
  const longitude = formatNumber(coordinates.longitude);
  const rest = `"coordinates":{"latitude":${latitude},"longitude":${longitude}}}`;
  if (description !== undefined) return `{"description":${JSON.stringify(description)},${rest}`;
  return nullDescription ? `{"description":null,${rest}` : `{${rest}`;
}
