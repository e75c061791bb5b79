import { isStoreError, type LocationRequest, type LocationResponse } from '@location-records/core';
import { bytesResponse } from '../bytes-response.ts';
import type { Settings } from '../options.ts';
import { encodeTile } from '../tiles/encode-tile.ts';
import { type CountProgress, PlaceCounter } from '../tiles/place-counter.ts';
import { readTile } from '../tiles/tile.ts';
import { parseTileAddress } from '../tiles/tile-address.ts';
import { tileJson } from '../tiles/tile-json.ts';
import { respondWithMap } from './map.ts';

/** Responds to GET. */
type Read = (request: LocationRequest) => Promise<LocationResponse>;

/** The map, for the routes and for the front door. */
export interface MapPages {
  /** Finds how to respond to GET of a path below `/-`; `undefined` for an unknown route. */
  find(path: readonly string[]): Read | undefined;
  /** Returns how far the counting is, some time after it has begun. */
  progress(request: LocationRequest): Promise<CountProgress>;
}

/** How long the front door waits for the first count, in milliseconds: most are complete by then. */
const patience = 200;

/** Clients ask again each time, and get the content if it is another one. */
const revalidated = { 'Cache-Control': 'no-cache' };

/** The map of the records, and the tiles that it shows (D50). */
export function createMapPages(settings: Settings): MapPages {
  const { store, limits, searches } = settings;
  let lastRequest: LocationRequest;
  const counter = new PlaceCounter({
    store,
    limits,
    onError(error) {
      // The server has ended while the records were counted.
      if (isStoreError(error) && error.code === 'STORE_CLOSED') return;
      settings.onError(error, lastRequest);
    },
  });

  const respondWithTileJson: Read = (request) =>
    bytesResponse(request, {
      type: 'application/json',
      bytes: new TextEncoder().encode(tileJson(request, settings)),
      headers: revalidated,
      reason: 'the TileJSON document',
    });

  const find: MapPages['find'] = ([name, ...rest]) => {
    if (name === 'tiles.json' && rest.length === 0) return respondWithTileJson;
    if (name === 'map' && rest.length < 2) {
      return (request) => {
        lastRequest = request;
        // The page asks for tiles next.
        counter.keepUpToDate();
        return respondWithMap(request, rest[0], settings);
      };
    }
    const tile = name === 'tiles' ? parseTileAddress(rest) : undefined;
    if (!tile) return undefined;
    return async (request) => {
      lastRequest = request;
      const content = await readTile(tile, { store, limits, searches, counter }, request.signal);
      return bytesResponse(request, {
        type: 'application/vnd.mapbox-vector-tile',
        bytes: encodeTile(tile, content),
        headers: revalidated,
        reason: content.cells.length === 0 ? 'the records of the tile' : 'the number of records in each cell',
      });
    };
  };

  return {
    find,
    progress(request) {
      lastRequest = request;
      return counter.progress(patience);
    },
  };
}
