import type { Map as MapLibre } from 'maplibre-gl';
import { unreachable } from './api.ts';
import { recordSource } from './record-layers.ts';

/** A tile of MapLibre, as far as it is used. */
interface MapTile {
  readonly state: string;
  /** What has loaded it. */
  actor?: unknown;
}

/** What MapLibre tells of a failure. */
interface Failure {
  readonly error: Error & { readonly status?: number };
  readonly sourceId?: string;
  readonly tile?: MapTile;
}

/**
 * Tells of tiles that fail, until each of them is loaded or no longer used. A tile of the records can be
 * asked for again.
 *
 * @param report called with a message, and with `undefined` when that is over.
 */
export function reportFailedTiles(map: MapLibre, report: (message: string | undefined) => void): void {
  const failed = new Set<MapTile | undefined>();
  map.on('error', (event) => {
    const { tile, sourceId, error } = event as unknown as Failure;
    const isOfRecords = sourceId === recordSource;
    // MapLibre 6.17 would otherwise wait for the load that has failed, and never load the tile again.
    if (tile && isOfRecords) delete tile.actor;
    failed.add(tile);
    report(isOfRecords ? describeFailure(error) : error.message);
  });
  map.on('sourcedata', () => {
    if (failed.size === 0) return;
    // MapLibre asks for larger tiles if one fails, and drops those later without an event.
    for (const tile of failed)
      if (tile?.state === 'loaded' || tile?.state === 'unloaded') failed.delete(tile);
    if (failed.size === 0) report(undefined);
  });
  map.on('moveend', () => {
    if (failed.size > 0) report(undefined);
    failed.clear();
  });
}

/** Says why a tile of the service failed. MapLibre reports status 0 without a response. */
function describeFailure({ message, status }: Failure['error']): string {
  if (status === undefined) return message;
  return status === 0 ? unreachable : `The service responded to a tile of the map with status ${status}.`;
}
