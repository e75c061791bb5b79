import type { Location } from './location.ts';

/**
 * Canonical JSON of a Location: `description`, then `coordinates` with `latitude` and `longitude`, without
 * white space. An absent description is left out, or `null` where `nullDescription` asks for it.
 */
export function formatLocation(location: Location, nullDescription: boolean): string {
  const { latitude, longitude } = location.coordinates;
  const coordinates = `"coordinates":{"latitude":${latitude},"longitude":${longitude}}`;
  if (location.description !== undefined) {
    return `{"description":${JSON.stringify(location.description)},${coordinates}}`;
  }
  return nullDescription ? `{"description":null,${coordinates}}` : `{${coordinates}}`;
}
