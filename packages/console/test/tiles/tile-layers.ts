import type { LocationResponse } from '@location-records/core';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { expect } from 'vitest';

/** The whole body of a response. */
export async function bytesOf({ body }: LocationResponse): Promise<Uint8Array> {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  const pieces: number[] = [];
  for await (const piece of body) pieces.push(...(piece as Uint8Array));
  return Uint8Array.from(pieces);
}

/** A point of a tile. */
export interface TilePoint {
  readonly at: readonly (number | undefined)[];
  readonly id?: string;
  readonly description?: string;
  readonly count?: number;
}

/** The points of a tile, by layer, as a client reads them. */
export async function layersOf(response: LocationResponse): Promise<Record<string, TilePoint[]>> {
  expect(response.status).toBe(200);
  expect(response.headers['Content-Type']).toBe('application/vnd.mapbox-vector-tile');
  const bytes = await bytesOf(response);
  expect(response.headers['Content-Length']).toBe(String(bytes.length));
  return tilePoints(bytes);
}

/** The points of a tile, by layer. */
export function tilePoints(bytes: Uint8Array): Record<string, TilePoint[]> {
  const layers = Object.entries(new VectorTile(new PbfReader(bytes)).layers);
  return Object.fromEntries(
    layers.map(([name, layer]) => {
      expect([layer.version, layer.extent]).toEqual([2, 4096]);
      const features = Array.from({ length: layer.length }, (_, index) => layer.feature(index));
      return [name, features.map((feature) => ({ ...feature.properties, at: pointOf(feature) }))];
    }),
  );
}

function pointOf(feature: VectorTileFeature): TilePoint['at'] {
  const point = feature.loadGeometry()[0]?.[0];
  return [point?.x, point?.y];
}

/** Asks for a tile until all records are counted, which happens in the background. */
export async function countedLayers(
  get: (target: string) => Promise<LocationResponse>,
  target: string,
  total: number,
) {
  for (;;) {
    const layers = await layersOf(await get(target));
    const { cells = [], records = [] } = layers;
    const sum = cells.reduce((sum, { count }) => sum + Number(count), records.length);
    if (sum >= total) return layers;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Asks for a tile until all records are counted, so that cells with few records have them. */
export async function singledLayers(get: (target: string) => Promise<LocationResponse>, target: string) {
  for (;;) {
    const layers = await layersOf(await get(target));
    if (layers.cells && layers.records) return layers;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
