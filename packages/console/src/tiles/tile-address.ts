import type { Coordinates } from '@location-records/core';
import type { Box } from '@location-records/core/areas';

/**
 * A square of the world in Web Mercator (EPSG:3857), as `{z}/{x}/{y}` names it: `x` from the west, `y` from
 * the north.
 */
export interface TileAddress {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

/** A place on the map of the world: from 0, which is the west and the north, to below 1. */
export interface MapPlace {
  readonly x: number;
  readonly y: number;
}

/** The last zoom that has tiles. */
export const maxZoom = 24;

/** The map is a square, so it ends at these latitudes. */
const maxLatitude = 85.0511287798066;

/** The largest number below 1. */
const belowOne = 1 - Number.EPSILON / 2;

/** Parses the segments `{z}/{x}/{y}.mvt`. Returns `undefined` if no such tile exists. */
export function parseTileAddress(segments: readonly string[]): TileAddress | undefined {
  // A decoded segment may contain a slash.
  if (segments.length !== 3) return undefined;
  const match = /^(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.mvt$/.exec(segments.join('/'));
  const [zoom, x, y] = (match ?? []).slice(1).map(Number);
  if (zoom === undefined || x === undefined || y === undefined || zoom > maxZoom) return undefined;
  return Math.max(x, y) < 2 ** zoom ? { zoom, x, y } : undefined;
}

/**
 * Returns the place of a record on the map. Longitudes go round the world: 190 and -170 are the same place.
 * What lies beyond the map in the north or in the south is at its edge.
 */
export function placeOf({ latitude, longitude }: Coordinates): MapPlace {
  const turns = longitude / 360 + 0.5;
  const sine = Math.sin((Math.max(-maxLatitude, Math.min(latitude, maxLatitude)) * Math.PI) / 180);
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
  return { x: withinMap(turns - Math.floor(turns)), y: withinMap(y) };
}

function withinMap(part: number): number {
  return Math.max(0, Math.min(part, belowOne));
}

/** Whether a tile has a place. Each place is in exactly one tile of a zoom. */
export function hasPlace({ zoom, x, y }: TileAddress, place: MapPlace): boolean {
  const count = 2 ** zoom;
  return Math.floor(place.x * count) === x && Math.floor(place.y * count) === y;
}

/** Wider than the errors of rounding, and less than a centimetre. */
const margin = 1e-8;

/**
 * Returns boxes that contain all records of a tile with a longitude from -360 to 360, and a few beside it. A
 * record on an edge may be in two of them.
 */
export function boxesAround({ zoom, x, y }: TileAddress): readonly Box[] {
  const count = 2 ** zoom;
  const [west, east] = [(x / count) * 360 - 180, ((x + 1) / count) * 360 - 180];
  const north = y === 0 ? Number.MAX_VALUE : latitudeOf(y / count) + margin;
  const south = y === count - 1 ? -Number.MAX_VALUE : latitudeOf((y + 1) / count) - margin;
  return [0, 360, -360].flatMap((turn) => {
    const [from, to] = [Math.max(west + turn, -360), Math.min(east + turn, 360)];
    return from <= to ? [{ west: from - margin, south, east: to + margin, north }] : [];
  });
}

/** The latitude at a distance from the northern edge. */
function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}
