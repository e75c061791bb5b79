import type { Map as MapLibre } from 'maplibre-gl';
import { signedOut, unreachable } from './api.ts';
import { recordSource } from './record-layers.ts';

type TileId = NonNullable<Parameters<MapLibre['refreshTiles']>[1]>[number];

interface Failure {
  readonly error: Error & { readonly status?: number };
  readonly sourceId?: string;
  readonly tile?: { readonly tileID: { readonly canonical: TileId } };
}

/**
 * Loads the tiles of the records, and reports those that fail.
 *
 * @param report called with a message, and with `undefined` when that is over.
 */
export function createRecordTiles(map: MapLibre, report: (message: string | undefined) => void) {
  let failed: TileId[] = [];
  let isDue = false;
  /** A tile of another source has failed, which is not asked for again before the map moves. */
  let hasStyleFailed = false;
  map.on('error', (event) => {
    const { tile, sourceId, error } = event as unknown as Failure;
    if (sourceId !== recordSource) {
      hasStyleFailed = true;
      return report(error.message);
    }
    if (tile) failed.push(tile.tileID.canonical);
    report(describeFailure(error));
  });
  map.on('idle', () => {
    if (failed.length === 0 && !hasStyleFailed) report(undefined);
    if (isDue) refresh();
  });
  map.on('moveend', () => {
    failed = [];
    hasStyleFailed = false;
  });

  /** Asks for the tiles again, as soon as those that were asked for before are drawn. */
  function refresh() {
    // Asked again at once each time, a slow machine would never have drawn them all.
    isDue = !map.loaded() || map.isMoving();
    if (isDue) return;
    // MapLibre 6.17 loads tiles that have failed only if they are named.
    map.refreshTiles(recordSource, failed.length > 0 ? failed : undefined);
    failed = [];
  }

  return {
    /** Whether a tile in view is missing because it failed. */
    get hasFailed() {
      return failed.length > 0;
    },
    refresh,
  };
}

/** Says why a tile of the service failed. MapLibre reports status 0 without a response. */
function describeFailure({ message, status }: Failure['error']): string {
  if (status === undefined) return message;
  if (status === 401) return signedOut;
  return status === 0 ? unreachable : `The service responded to a tile of the map with status ${status}.`;
}
