import { isUtf8 } from 'node:buffer';
import { checkLocation, type Location } from '@location-records/core';

/** A Location as it is stored: canonical JSON, whose numbers are exact, and `0` for `-0`. */
export function storeLocation({ description, coordinates }: Location): string {
  const { latitude, longitude } = coordinates;
  return JSON.stringify({ description, coordinates: { latitude, longitude } });
}

/** The Location that was stored; `undefined` when the bytes are anything else, which only another program writes. */
export function readLocation(bytes: Buffer): Location | undefined {
  const text = readText(bytes);
  if (text === undefined) return undefined;
  try {
    const location = JSON.parse(text) as Location;
    checkLocation(location);
    const { description, coordinates } = location;
    // Another program may have written `-0`, and more members.
    const copied = { latitude: coordinates.latitude + 0, longitude: coordinates.longitude + 0 };
    return description === undefined ? { coordinates: copied } : { description, coordinates: copied };
  } catch {
    return undefined;
  }
}

/** Text that was stored; `undefined` when the bytes are not UTF-8. */
export function readText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString() : undefined;
}
