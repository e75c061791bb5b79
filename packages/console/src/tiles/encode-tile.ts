import type { LocationRecord } from '@location-records/core';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import type { TileContent } from './tile.ts';
import { type MapPlace, placeOf, type TileAddress } from './tile-address.ts';

/** Steps of a tile from west to east. */
const extent = 4096;

/** Tiles cut longer descriptions to this many characters. */
const maxDescriptionLength = 100;

interface TilePoint {
  readonly type: 1;
  readonly geometry: readonly (readonly [x: number, y: number])[];
  readonly tags: Readonly<Record<string, string | number>>;
}

/** Encodes a Mapbox Vector Tile, version 2. Omits a layer without points. */
export function encodeTile(tile: TileAddress, content: TileContent): Uint8Array {
  const points: Readonly<Record<string, readonly TilePoint[]>> = {
    records: content.records.map((record) => recordPoint(tile, record)),
    cells: content.cells.map(({ place, count }) => pointAt(tile, place, { count })),
  };
  // The types of the encoder are those of a package that makes other tiles.
  const layers: Record<string, never> = {};
  for (const [name, features] of Object.entries(points)) {
    if (features.length > 0) layers[name] = { features } as object as never;
  }
  return fromGeojsonVt(layers, { version: 2, extent });
}

function recordPoint(tile: TileAddress, [id, { description, coordinates }]: LocationRecord): TilePoint {
  const text = description === undefined ? {} : { description: shorten(description) };
  return pointAt(tile, placeOf(coordinates), { id, ...text });
}

function pointAt({ zoom, x, y }: TileAddress, place: MapPlace, tags: TilePoint['tags']): TilePoint {
  const count = 2 ** zoom;
  const steps = [place.x * count - x, place.y * count - y].map((part) =>
    Math.min(Math.floor(part * extent), extent - 1),
  );
  return { type: 1, geometry: [steps as [number, number]], tags };
}

function shorten(description: string): string {
  if (description.length <= maxDescriptionLength) return description;
  // Enough for one character more, if each has two code units.
  const characters = Array.from(description.slice(0, 2 * maxDescriptionLength + 2));
  if (characters.length <= maxDescriptionLength) return description;
  return `${characters.slice(0, maxDescriptionLength).join('')}…`;
}
