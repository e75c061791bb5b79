import type { Coordinates } from '../api.ts';
import { pixelDigits } from '../deep-link.ts';
import { lastLatitude, wrap } from '../view-box.ts';

/** Where a map can show a place: any number may be a coordinate of a record. */
export function shownPlace({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: Math.min(Math.max(latitude, -lastLatitude), lastLatitude), longitude: wrap(longitude) };
}

/** Rounds a place that was pointed at to the digits that tell one pixel from the next. */
export function pointedPlace({ latitude, longitude }: Coordinates, zoom: number): Coordinates {
  const digits = pixelDigits(zoom, latitude);
  return { latitude: round(latitude, digits), longitude: round(wrap(longitude), pixelDigits(zoom)) };
}

/**
 * Returns the coordinates of a record after a move on the map. A coordinate that has not moved keeps every
 * digit, and a longitude beyond 180 degrees stays in its turn around the world.
 *
 * @param from the coordinates of the record.
 * @param to the place that the map shows.
 */
export function movedPlace(from: Coordinates, to: Coordinates, zoom: number): Coordinates {
  const shown = shownPlace(from);
  const pointed = pointedPlace(to, zoom);
  const turns = Math.abs(from.longitude) > 180 ? Math.round((from.longitude - pointed.longitude) / 360) : 0;
  return {
    latitude: to.latitude === shown.latitude ? from.latitude : pointed.latitude,
    longitude:
      wrap(to.longitude) === shown.longitude
        ? from.longitude
        : round(pointed.longitude + 360 * turns, pixelDigits(zoom)),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits)) + 0;
}
