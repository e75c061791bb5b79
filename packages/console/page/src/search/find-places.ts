import type { Coordinates } from '../api.ts';
import type { City } from '../base-map/base-map.ts';
import { parsePlace } from '../editing/place-text.ts';
import { folded } from './folded-text.ts';

/** A place to go to. */
export interface FoundPlace {
  /** A name, or coordinates. */
  readonly name: string;
  readonly coordinates: Coordinates;
}

/** How many cities are offered. */
const maxCities = 3;

/** Finds coordinates in a text, or the largest cities whose names begin with it. */
export function findPlaces(text: string, cities: readonly City[]): readonly FoundPlace[] {
  const place = parsePlace(text);
  if (place) {
    const [found] = [place, exchanged(place)].filter(isOnEarth);
    return found ? [{ name: `${found.latitude}, ${found.longitude}`, coordinates: found }] : [];
  }
  const beginning = folded(text.trim());
  // One letter begins hundreds of names.
  if (beginning.length < 2) return [];
  const found: FoundPlace[] = [];
  for (const [name, longitude, latitude] of cities) {
    if (found.length === maxCities) break;
    if (folded(name).startsWith(beginning)) found.push({ name, coordinates: { latitude, longitude } });
  }
  return found;
}

/** The longitude comes first in GeoJSON, and in what people copy from it. */
function exchanged({ latitude, longitude }: Coordinates): Coordinates {
  return { latitude: longitude, longitude: latitude };
}

function isOnEarth({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}
