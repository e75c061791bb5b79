import type { Coordinates } from '../api.ts';
import type { City } from '../base-map/base-map.ts';
import { pairText } from '../editing/change.ts';
import { parsePlace } from '../editing/place-text.ts';
import { folded } from './folded-text.ts';

export interface FoundPlace {
  /** A name, or coordinates. */
  readonly name: string;
  readonly coordinates: Coordinates;
}

const maxCities = 3;

/** Finds coordinates in a text, or the largest cities whose names begin with it. */
export function findPlaces(text: string, cities: readonly City[]): readonly FoundPlace[] {
  const place = parsePlace(text);
  if (place) {
    // The longitude comes first in GeoJSON, and in what people copy from it.
    const exchanged = { latitude: place.longitude, longitude: place.latitude };
    const found = [place, exchanged].find(isOnEarth);
    return found ? [{ name: pairText(found), coordinates: found }] : [];
  }
  const beginning = folded(text.trim());
  // One letter begins hundreds of names.
  if (beginning.length < 2) return [];
  return cities
    .filter(([name]) => folded(name).startsWith(beginning))
    .slice(0, maxCities)
    .map(([name, longitude, latitude]) => ({ name, coordinates: { latitude, longitude } }));
}

/** Finds the place that a whole text stands for: coordinates, or the name of a city. */
export function findPlace(text: string, cities: readonly City[]): FoundPlace | undefined {
  const [place] = findPlaces(text, cities);
  const isWhole = place && (parsePlace(text) || folded(place.name) === folded(text.trim()));
  return isWhole ? place : undefined;
}

function isOnEarth({ latitude, longitude }: Coordinates): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 360;
}
