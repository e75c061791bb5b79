import type { Feature, FeatureCollection } from 'geojson';
import { type DeltaLine, decodeLine } from './delta-line.ts';

/** A country: its name, and the longitude and latitude of its label. */
export type Country = readonly [name: string, longitude: number, latitude: number];

/** A large city: its name, longitude, latitude, thousands of people, and whether it is a capital. */
export type City = readonly [
  name: string,
  longitude: number,
  latitude: number,
  thousands: number,
  capital: 0 | 1,
];

/** The base map as the build makes it and the page loads it. */
export interface BaseMap {
  /** Polygons: each is an outer ring, and then its holes. */
  readonly land: readonly (readonly DeltaLine[])[];
  readonly borders: readonly DeltaLine[];
  /** The largest first. */
  readonly countries: readonly Country[];
  /** The largest first. */
  readonly cities: readonly City[];
}

/** The base map as GeoJSON, by the names of the sources of the style. */
export type BaseMapSources = ReturnType<typeof decodeBaseMap>;

/** Makes the GeoJSON that MapLibre draws. A label has a `rank`: the smaller, the earlier it is placed. */
export function decodeBaseMap({ land, borders, countries, cities }: BaseMap) {
  return {
    land: collection(
      land.map((rings) => ({ type: 'Polygon', coordinates: rings.map(decodeLine) })),
      () => ({}),
    ),
    borders: collection([{ type: 'MultiLineString', coordinates: borders.map(decodeLine) }], () => ({})),
    countries: collection(countries.map(toPoint), (index) => ({ name: countries[index]?.[0], rank: index })),
    cities: collection(cities.map(toPoint), (index) => {
      const [name, , , thousands, capital] = cities[index] as City;
      return { name, rank: index - capital * cities.length, thousands, capital };
    }),
  };
}

function toPoint([, longitude, latitude]: Country | City): Feature['geometry'] {
  return { type: 'Point', coordinates: [longitude, latitude] };
}

function collection(
  geometries: readonly Feature['geometry'][],
  propertiesOf: (index: number) => Feature['properties'],
): FeatureCollection {
  const features = geometries.map(
    (geometry, index): Feature => ({ type: 'Feature', properties: propertiesOf(index), geometry }),
  );
  return { type: 'FeatureCollection', features };
}
