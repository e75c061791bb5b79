import { InvalidArgumentError, type LocationRecord } from '@location-records/core';
import { checkWritten } from '../check-written.ts';

/**
 * A record as the text of a Feature (RFC 7946 section 3.2), always the same for the same record. An absent description
 * is left out.
 *
 * @param distance the distance from a point in metres, as a property of the Feature, where there is one.
 * @throws {InvalidArgumentError} about a part of the record, when no store would take it, or about `distance`.
 */
export function stringifyFeature(record: LocationRecord, distance?: number): string {
  checkWritten(record);
  if (distance !== undefined && !Number.isFinite(distance)) {
    throw new InvalidArgumentError('distance', 'a finite number or undefined');
  }
  return writeFeature(record, distance);
}

/**
 * As `stringifyFeature`, of a record that has been checked: by the store that it comes from, for example.
 *
 * @param distance in metres.
 */
export function writeFeature([id, { description, coordinates }]: LocationRecord, distance?: number): string {
  const { latitude, longitude } = coordinates;
  // Not String, because V8 caches the texts that it makes of numbers, and most of these come once.
  const point = `[${JSON.stringify(longitude)},${JSON.stringify(latitude)}]`;
  const first = description === undefined ? '' : `"description":${JSON.stringify(description)}`;
  const second = distance === undefined ? '' : `${first && ','}"distance":${JSON.stringify(distance)}`;
  return `{"type":"Feature","id":${JSON.stringify(id)},"geometry":{"type":"Point","coordinates":${point}},"properties":{${first}${second}}}`;
}
