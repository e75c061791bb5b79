import type { Map as MapLibre } from 'maplibre-gl';
import type { Box, Coordinates } from './api.ts';
import type { View } from './deep-link.ts';

/** What is seen without a link, if there are no records. */
export const wholeWorld: View = { zoom: 1, latitude: 25, longitude: 10 };

/** Where Web Mercator ends: what is beyond is drawn at the edge of the map, any latitude. */
export const lastLatitude = 85.05;

/** The closest zooms at which there are surroundings on the map: the built-in one, and the owner's style. */
export const builtInZoom = 8;
export const ownStyleZoom = 12;

/** Whether the map draws a place. Longitudes go round the world: 190 and -170 are the same place. */
export function isOnMap({ longitude }: Coordinates): boolean {
  return Math.abs(longitude) <= 360;
}

/** Boxes that have all records which are not on the map, and those on the edges of these boxes. */
export const boxesOffMap: readonly Box[] = [
  { west: 360, south: -Number.MAX_VALUE, east: Number.MAX_VALUE, north: Number.MAX_VALUE },
  { west: -Number.MAX_VALUE, south: -Number.MAX_VALUE, east: -360, north: Number.MAX_VALUE },
];

/** The edges of the view. Longitudes go on beyond 180 when the world repeats. */
export function edgesOf(map: MapLibre): Box {
  const bounds = map.getBounds();
  const [west, south, east, north] = bounds.toArray().flat() as [number, number, number, number];
  return { west, south, east, north };
}

/**
 * The box to ask `/-/records` for; `undefined` is the whole world, also with longitudes beyond 180 degrees.
 */
export function viewBox({ west, south, east, north }: Box): Box | undefined {
  const latitudes = {
    south: south <= -lastLatitude ? -Number.MAX_VALUE : south,
    north: north >= lastLatitude ? Number.MAX_VALUE : north,
  };
  if (east - west < 360) return { west: wrap(west), east: wrap(east), ...latitudes };
  const isWhole = latitudes.south === -Number.MAX_VALUE && latitudes.north === Number.MAX_VALUE;
  return isWhole ? undefined : { west: -180, east: 180, ...latitudes };
}

/** The box that a map of some pixels would show: the list is read before there is a map. */
export function boxAround(
  { zoom, latitude, longitude }: View,
  width: number,
  height: number,
): Box | undefined {
  const degreesOfPixel = 360 / (512 * 2 ** zoom);
  const latitudeAt = (pixelsUp: number) => {
    const north = mercator(latitude) + (pixelsUp * degreesOfPixel * Math.PI) / 180;
    return (Math.atan(Math.sinh(north)) * 180) / Math.PI;
  };
  return viewBox({
    west: longitude - (degreesOfPixel * width) / 2,
    south: latitudeAt(-height / 2),
    east: longitude + (degreesOfPixel * width) / 2,
    north: latitudeAt(height / 2),
  });
}

/**
 * Returns the boxes with other longitudes that the map shows at the same place, such as 190 for -170 degrees.
 * None of them has a place of the box in it, but for 180 degrees.
 */
export function turnedBoxes(box: Box): readonly Box[] {
  const { west, east } = box;
  if (west > east) return [...turnedBoxes({ ...box, east: 180 }), ...turnedBoxes({ ...box, west: -180 })];
  const turned = [
    { ...box, west: west + 360, east: Math.min(east, 0) + 360 },
    { ...box, west: Math.max(west, 0) - 360, east: east - 360 },
  ];
  return turned.filter((one) => one.west <= one.east);
}

/** Whether a place shows in a box of {@link viewBox}, whichever turn its longitude has. */
export function isInBox({ latitude, longitude }: Coordinates, box: Box | undefined): boolean {
  if (!box) return true;
  const east = wrap(longitude);
  const isBetween =
    box.west <= box.east ? east >= box.west && east <= box.east : east >= box.west || east <= box.east;
  return isBetween && latitude >= box.south && latitude <= box.north;
}

/** The zoom of the tiles that the service names when records in them change. */
const changedZoom = 8;

/**
 * Whether a tile of that zoom, such as `8/130/88`, meets a box of {@link viewBox}. A tile may count a little
 * more than it has.
 */
export function isTileInView(tile: string, box: Box | undefined): boolean {
  const [zoom, x = 0, y = 0] = tile.split('/').map(Number);
  if (!box || zoom !== changedZoom) return true;
  const count = 2 ** changedZoom;
  const column = (longitude: number) => Math.floor(((longitude + 180) / 360) * count);
  const row = (latitude: number) => Math.floor((0.5 - mercator(latitude) / (2 * Math.PI)) * count);
  if (y < row(box.north) || y > row(box.south)) return false;
  const [west, east] = [column(box.west), column(box.east)];
  return box.west <= box.east ? x >= west && x <= east : x >= west || x <= east;
}

/** How far north a latitude is on the map: from -π to π. */
function mercator(latitude: number): number {
  const drawn = Math.min(Math.max(latitude, -lastLatitude), lastLatitude);
  return Math.asinh(Math.tan((drawn * Math.PI) / 180));
}

/** Turns a longitude to -180 to 180. A longitude in that range keeps its digits. */
export function wrap(longitude: number): number {
  if (Math.abs(longitude) <= 180) return longitude;
  const turned = (((longitude + 180) % 360) + 360) % 360;
  return turned === 0 && longitude > 0 ? 180 : turned - 180;
}
