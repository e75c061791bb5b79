import type { Coordinates } from '@location-records/core';

/** Which coordinate is beyond the usual range, as the rest of a sentence. `undefined` when both are within (D32). */
export function findOutside({ latitude, longitude }: Coordinates): string | undefined {
  if (Math.abs(latitude) > 90) return `the latitude ${latitude} is beyond ±90`;
  if (Math.abs(longitude) > 180) return `the longitude ${longitude} is beyond ±180`;
  return undefined;
}

/** Half of the circumference of the Earth in metres, the edge of the map in Web Mercator. */
const mercatorEdge = 20_037_509;

/** What coordinates beyond the usual range probably are, as the rest of a sentence, where that can be told. */
export function doubtOf({ latitude, longitude }: Coordinates): string | undefined {
  const north = Math.abs(latitude);
  const east = Math.abs(longitude);
  if (north <= 180 && north > 90 && east <= 90) return 'latitude and longitude look swapped';
  if (Number.isInteger(latitude) && Number.isInteger(longitude)) {
    if (Math.max(north, east) > 1_000_000 && isWithin(north, east, 1e7)) {
      const scales = isWithin(north, east, 1e6) ? '1e6 or 1e7' : '1e7 (E7)';
      return `they look like integers scaled by ${scales}: divide them`;
    }
  } else if (Math.max(north, east) > 1000 && north <= mercatorEdge && east <= mercatorEdge) {
    return 'they look like metres of a projection: convert them to EPSG:4326, such as with ogr2ogr -t_srs EPSG:4326';
  }
  return undefined;
}

function isWithin(north: number, east: number, scale: number): boolean {
  return north <= 90 * scale && east <= 180 * scale;
}
