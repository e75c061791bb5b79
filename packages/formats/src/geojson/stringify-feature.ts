import type { LocationRecord } from '@location-records/core';

/**
 * A record as the text of a Feature (RFC 7946 section 3.2), always the same for the same record. An absent description
 * is left out.
 *
 * @param distance the distance from a point in metres, as a property of the Feature, where there is one.
 */
export function stringifyFeature(
  [id, { description, coordinates }]: LocationRecord,
  distance?: number,
): string {
  const { latitude, longitude } = coordinates;
  // JSON.stringify, because V8 caches the texts that String makes of numbers, and most of these come once.
  const point = `[${JSON.stringify(longitude)},${JSON.stringify(latitude)}]`;
  const first = description === undefined ? '' : `"description":${JSON.stringify(description)}`;
  const second = distance === undefined ? '' : `${first && ','}"distance":${JSON.stringify(distance)}`;
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":{"type":"Point","coordinates":${point}},"properties":{${first}${second}}}`;
}
